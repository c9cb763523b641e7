/** The key of the reading history in the browser's storage. */
export const historyKey = "docgen.history";
