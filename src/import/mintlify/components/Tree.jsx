import { FileTree } from "docgen";

const Folder = ({ name, children }) => (
  <li>
    {`${name}/`}
    <ul>{children}</ul>
  </li>
);

const File = ({ name }) => <li>{name}</li>;

const Tree = ({ children }) => (
  <FileTree>
    <ul>{children}</ul>
  </FileTree>
);

export default Object.assign(Tree, { Folder, File });
