/** The method of an API operation, as in the sidebar. */
export const Method = ({ method }: { method: string }) => (
  <span className="badge search-method" data-kind={method.toLowerCase()}>
    {method}
  </span>
);
