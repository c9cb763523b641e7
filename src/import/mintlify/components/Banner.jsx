export default ({ content, children }) => <blockquote>{content ?? children}</blockquote>;
