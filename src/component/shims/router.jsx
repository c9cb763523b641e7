// docgen's version of Docusaurus' router.
import { Link, url, usePage } from "docgen";

const open = (how) => (to) => {
  const path = typeof to === "string" ? to : `${to.pathname ?? ""}${to.search ?? ""}${to.hash ?? ""}`;
  if (typeof window !== "undefined") window.location[how](path);
};

export { Link, Link as NavLink };
export const Redirect = ({ to }) => (
  <>
    <meta httpEquiv="refresh" content={`0; url=${url(to)}`} />
    <Link to={to}>{to}</Link>
  </>
);
export const useLocation = () => ({ pathname: usePage().url, search: "", hash: "" });
export const useHistory = () => ({
  push: open("assign"),
  replace: open("replace"),
  goBack: () => window.history.back(),
  listen: () => () => {},
  location: useLocation(),
});
export const useParams = () => ({});
export const useRouteMatch = () => null;
export const matchPath = () => null;
