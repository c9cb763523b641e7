export default ({ title, children }) => (
  <section>
    <p>
      <strong>{title}</strong>
    </p>
    {children}
  </section>
);
