// docgen's version of Docusaurus' list of headings. In Docusaurus 2, `toc` is a tree.
const Items = ({ toc = [], minHeadingLevel = 2, maxHeadingLevel = 3 }) => {
  const shown = toc.filter(({ level = 2 }) => level >= minHeadingLevel && level <= maxHeadingLevel);
  return (
    <ul>
      {shown.map(({ id, value, children }) => (
        <li key={id}>
          <a href={`#${id}`} dangerouslySetInnerHTML={{ __html: value }} />
          {children?.length > 0 && <Items toc={children} />}
        </li>
      ))}
    </ul>
  );
};

export default Items;
