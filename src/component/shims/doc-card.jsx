// Interactive code can't use docgen's component, because docgen converts it during the build.
import * as docgen from "docgen";

const Plain = ({ href, title, children }) => (
  <docgen.Link className="card" href={href}>
    <span className="card-title">{title}</span>
    {children && <p>{children}</p>}
  </docgen.Link>
);
const { Card = Plain } = docgen;

export default ({ item: { href, label, description } }) => (
  <Card href={href} title={label}>
    {description}
  </Card>
);
