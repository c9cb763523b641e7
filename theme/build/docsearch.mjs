/**
 * Corrections to DocSearch's modal that its properties do not reach. Each text must be found, and once: another version
 * of the package has to be looked at anew.
 */

import { readFile } from "node:fs/promises";

const corrections = [
  // The container is the dialog that holds the search box, not a button that expands something.
  [
    're({"aria-expanded":!0})',
    're({role:void 0,"aria-expanded":void 0,"aria-haspopup":void 0,"aria-controls":void 0,"aria-modal":!0})',
  ],
  ['role:"button",tabIndex:0', 'role:"dialog"'],
  // The input is the combobox.
  ["maxLength:64", 'maxLength:64,role:"combobox","aria-expanded":o.state.isOpen'],
  // Each list has an id of its own, which the input refers to, and the name of its group.
  ["t.getListProps()", 't.getListProps({source:t.collection.source,"aria-labelledby":void 0,"aria-label":t.title})'],
  // The page has a header and a footer already.
  ['"header",{className:"DocSearch-SearchBar"', '"div",{className:"DocSearch-SearchBar"'],
  ['"footer",{className:"DocSearch-Footer"}', '"div",{className:"DocSearch-Footer"}'],
  // After a failure there is no hit any longer that Enter could open.
  ["l=e.setStatus", "l=function(status){e.setCollections([]);e.setIsOpen(!1);e.setStatus(status)}"],
  // What to try instead is not for the modal to know; it would suggest the title of the site.
  [
    "i.context.searchSuggestions.length<Object.keys(m).length&&a({searchSuggestions:Object.keys(m)}),a({nbHits:l})",
    "a({searchSuggestions:t.suggestions,nbHits:l})",
  ],
  // A failure is said to those who do not see it.
  ['className:"DocSearch-ErrorScreen"', 'className:"DocSearch-ErrorScreen",role:"alert"'],
  // The key of a telephone's keyboard says what it does from the first letter on.
  ['id:"docsearch",', 'id:"docsearch",enterKeyHint:"search",'],
  // A style element in the page would be refused by a strict policy, and its class names are everyone's.
  [
    'e.createElement("defs",null,e.createElement("style",null,".cls-1,.cls-2{fill:#003dff;}.cls-2{fill-rule:evenodd;}"))',
    "null",
  ],
];

export const docsearch = {
  name: "docsearch",
  setup({ onLoad }) {
    onLoad({ filter: /@docsearch\/react\/dist\/esm\/index\.js$/ }, async ({ path: file }) => {
      let contents = await readFile(file, "utf8");
      for (const [from, to] of corrections) {
        if (contents.split(from).length !== 2) throw new Error(`${file} does not hold this once: ${from}`);
        contents = contents.replace(from, () => to);
      }
      return { contents, loader: "js" };
    });
  },
};
