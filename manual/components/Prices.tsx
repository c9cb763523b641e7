import { formatNumber } from "docgen";
import styles from "./prices.module.css";

interface Tea {
  name: string;
  origin: string;
  price: number;
}

const price = { minimumFractionDigits: 2 };

export default function Prices({ teas }: { teas: Tea[] }) {
  return (
    <table className={styles.prices}>
      <thead>
        <tr>
          <th scope="col">Tea</th>
          <th scope="col">Origin</th>
          <th scope="col">100 g, in euros</th>
        </tr>
      </thead>
      <tbody>
        {teas.map((tea) => (
          <tr key={tea.name}>
            <td>{tea.name}</td>
            <td>{tea.origin}</td>
            <td>{formatNumber(tea.price, price)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
