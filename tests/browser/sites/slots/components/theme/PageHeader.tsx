export default ({ page, children }) => (
  <>
    <p>Kind: {page.kind}</p>
    {children}
  </>
);
