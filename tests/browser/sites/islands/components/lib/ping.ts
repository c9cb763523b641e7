import { pong } from "./pong";

export const ping = (count: number): string => (count === 0 ? "!" : `ping ${pong(count - 1)}`);
