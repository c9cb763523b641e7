export default ({ description, children }) => (
  <>
    <p>
      <strong>{description}</strong>
    </p>
    <blockquote>{children}</blockquote>
  </>
);
