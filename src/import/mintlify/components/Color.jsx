const Swatch = ({ value }) => (
  <span style={{ background: value, border: "1px solid", display: "inline-block", height: "1em", width: "1em" }} />
);

const Item = ({ name, value }) => {
  const values = typeof value === "string" ? [value] : [value.light, value.dark];
  return (
    <li>
      {values.map((one) => (
        <span key={one}>
          <Swatch value={one} /> <code>{one}</code>{" "}
        </span>
      ))}
      {name}
    </li>
  );
};

const Row = ({ title, children }) => (
  <>
    <p>
      <strong>{title}</strong>
    </p>
    <ul>{children}</ul>
  </>
);

const Color = ({ variant, children }) => (variant === "table" ? <>{children}</> : <ul>{children}</ul>);

export default Object.assign(Color, { Item, Row });
