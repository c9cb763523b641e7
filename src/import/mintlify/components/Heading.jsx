export default ({ level = 2, id, children }) => {
  const Level = `h${level}`;
  return <Level id={id}>{children}</Level>;
};
