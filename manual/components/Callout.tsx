import "./callout.css";

interface Props {
  title: string;
  children: React.ReactNode;
}

const CUP = `M4 10h13v5a5 5 0 0 1-5 5H9a5 5 0 0 1-5-5z
  M17 11h1a2.5 2.5 0 0 1 0 5h-1M8 3v3M12 3v3`;

export default function Callout({ title, children }: Props) {
  return (
    <div className="callout" role="note" aria-label={title}>
      <svg className="callout-icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d={CUP} />
      </svg>
      <p className="callout-title">{title}</p>
      {children}
    </div>
  );
}
