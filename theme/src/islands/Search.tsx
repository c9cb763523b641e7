import "../shared.ts";
import { SearchPage } from "../search/page/SearchPage.tsx";

/** The search page's form and results. */
export default function Search() {
  return <SearchPage />;
}
