export default (props) => (props.for === "agents" ? null : <>{props.children}</>);
