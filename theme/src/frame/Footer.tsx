import { External } from "../ui/External.tsx";
import { Prose } from "../ui/Prose.tsx";
import type { FooterColumnData, FooterData } from "./data.ts";
import { when } from "./when.ts";

function FooterColumn({ data }: { data: FooterColumnData }) {
  return (
    <div className="footer-column">
      {when(data.title, (title) => (
        <p className="footer-title">{title}</p>
      ))}
      <ul>
        {data.items.map((item) => (
          <li key={item.key}>
            {when(item.link, (link) => (
              <a href={link.href} target={link.target} rel={link.rel}>
                {link.label}
                {when(link.external, () => (
                  <External />
                ))}
              </a>
            ))}
            {when(item.html, (html) => (
              <Prose html={html} />
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}

export function Footer({ data }: { data: FooterData }) {
  return (
    <footer className="footer">
      {when(data.columns, (columns) => (
        <div className="footer-columns">
          {columns.map((column) => (
            <FooterColumn key={column.key} data={column} />
          ))}
        </div>
      ))}
      {when(data.copyright, (html) => (
        <Prose className="footer__copyright" html={html} />
      ))}
    </footer>
  );
}
