/** Patches DocSearch's dialog where the dialog's properties aren't sufficient. */

import { patch } from "./patch.mjs";

const corrections = [
  // Mark the container as the dialog that contains the search box, not as a button that expands something.
  [
    're({"aria-expanded":!0})',
    're({role:void 0,"aria-expanded":void 0,"aria-haspopup":void 0,"aria-controls":void 0,"aria-modal":!0})',
  ],
  ['role:"button",tabIndex:0', 'role:"dialog"'],
  // Mark the input as the combobox.
  ["maxLength:64", 'maxLength:64,role:"combobox","aria-expanded":o.state.isOpen'],
  // Give each list an ID, which the input refers to, and the name of its group.
  ["t.getListProps()", 't.getListProps({source:t.collection.source,"aria-labelledby":void 0,"aria-label":t.title})'],
  // Change these elements, because the page already has a header and a footer.
  ['"header",{className:"DocSearch-SearchBar"', '"div",{className:"DocSearch-SearchBar"'],
  ['"footer",{className:"DocSearch-Footer"}', '"div",{className:"DocSearch-Footer"}'],
  // After a failure, Enter must not open a result.
  ["l=e.setStatus", "l=function(status){e.setCollections([]);e.setIsOpen(!1);e.setStatus(status)}"],
  // The app determines the suggestions. Otherwise, the dialog would suggest the site's title.
  [
    "i.context.searchSuggestions.length<Object.keys(m).length&&a({searchSuggestions:Object.keys(m)}),a({nbHits:l})",
    "a({searchSuggestions:t.suggestions,nbHits:l})",
  ],
  // Each run of hits in the same section of the site has a separate key, which isn't the name of the section.
  ["var n=Or(r.items[0])", "var n=r.items[0].hierarchy.lvl0"],
  [
    '"div",{className:"DocSearch-Hit-source"}',
    '"div",{className:"DocSearch-Hit-source",hidden:t.collection.items[0].isContinued}',
  ],
  // Search for selected text as a whole. The field's limit applies only to typing.
  ["getSelection().toString().slice(0,64)", "getSelection().toString().slice(0,300)"],
  // Mark the link as the option, because an option must not contain a link.
  [
    "onClick:function(e){c(r,e)}})),e.createElement(g,{hit:r},",
    'onClick:function(e){c(r,e)}}),{id:void 0,role:"none","aria-selected":void 0}),e.createElement(g,{hit:r,option:a({item:r,source:u.source})},',
  ],
  // Announce a failure to screen readers.
  ['className:"DocSearch-ErrorScreen"', 'className:"DocSearch-ErrorScreen",role:"alert"'],
  // Leave out the service's analytics, which docgen never uses.
  ['if(r.insights&&!u()){var l="boolean"==typeof r.insights?{}:r.insights;r.plugins.push(se(l))}', ""],
  ["{var s=se({__autocomplete_clickAnalytics:!1});r.plugins.push(s),c([s])}", "{}"],
  // Give the Enter key of an on-screen keyboard the right label before the first letter is typed.
  ['id:"docsearch",', 'id:"docsearch",enterKeyHint:"search",'],
  // A strict content security policy would block this style element, and the element's class names would apply to the
  // whole page.
  [
    'e.createElement("defs",null,e.createElement("style",null,".cls-1,.cls-2{fill:#003dff;}.cls-2{fill-rule:evenodd;}"))',
    "null",
  ],
];

export const docsearch = patch("docsearch", /@docsearch\/react\/dist\/esm\/index\.js$/, corrections);
