import Counter from "../Counter";

export default () => <Counter name="Navbar" client="load" />;
