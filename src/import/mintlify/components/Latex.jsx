export default ({ children }) => <code>{children}</code>;
