import { Link } from "docgen";

const GitHub = ({ repo = "" }) => {
  const url = repo.includes("://") ? repo : `https://github.com/${repo}`;
  return <Link href={url}>{repo}</Link>;
};

export default Object.assign(GitHub, { Repo: GitHub });
