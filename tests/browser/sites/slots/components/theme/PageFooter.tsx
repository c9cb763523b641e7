import Counter from "../Counter";

export default ({ page, children }) => (
  <Counter name={page.title} client="load">
    {children}
  </Counter>
);
