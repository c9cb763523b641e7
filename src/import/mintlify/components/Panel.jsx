export default ({ children }) => <aside>{children}</aside>;
