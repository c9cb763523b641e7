import "./badge.css";

interface Props {
  tone?: "new" | "beta" | "old";
  children: React.ReactNode;
}

export default function Badge({ tone = "new", children }: Props) {
  return <span className={`pill pill-${tone}`}>{children}</span>;
}
