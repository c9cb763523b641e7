import { Card } from "docgen";

export default ({ href, title, description, children }) => (
  <Card href={href} title={title}>
    {children}
    {description}
  </Card>
);
