import Counter from "../Counter";

export default () => <Counter name="Sidebar" client="load" />;
