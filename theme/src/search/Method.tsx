/** The method of an API operation, in the color of the method. */
export const Method = ({ method }: { method: string }) => (
  <span className="search-method" data-method={method.toLowerCase()}>
    {method}
  </span>
);
