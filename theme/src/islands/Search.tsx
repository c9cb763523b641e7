import "../shared.ts";
import { SearchPage } from "../search/page/SearchPage.tsx";

/** The search page's form and answers. */
export default function Search() {
  return <SearchPage />;
}
