import "../shared.ts";
import { Lost } from "../search/page/Lost.tsx";
import { SearchPage } from "../search/page/SearchPage.tsx";

export interface SearchProps {
  /** Whether the island is on the not-found page. */
  lost?: true;
}

/** The form and results of the search page, or of the not-found page. */
export default function Search({ lost }: SearchProps) {
  return lost ? <Lost /> : <SearchPage />;
}

export { sectionsFor } from "../search/sections.ts";
