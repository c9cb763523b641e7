import { formatNumber } from "docgen";
import styles from "./prices.module.css";

interface Tea {
  name: string;
  origin: string;
  price: number;
}

export default function Prices({ teas }: { teas: Tea[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Tea</th>
          <th scope="col">Origin</th>
          <th scope="col" className={styles.price}>100 g, in euros</th>
        </tr>
      </thead>
      <tbody>
        {teas.map((tea) => (
          <tr key={tea.name}>
            <td>{tea.name}</td>
            <td>{tea.origin}</td>
            <td className={styles.price}>{formatNumber(tea.price, { minimumFractionDigits: 2 })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
