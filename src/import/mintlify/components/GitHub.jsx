import { Link } from "docgen";

export default ({ repo }) => <Link href={`https://github.com/${repo}`}>{repo}</Link>;
