import { Link } from "docgen";
import "./banner.css";

export default ({ site }) => (
  <p className="own-banner">
    News about {site.title}: <Link to="/docs/second">read the second page</Link>
  </p>
);
