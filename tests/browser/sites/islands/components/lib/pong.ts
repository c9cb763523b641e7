import { ping } from "./ping";

export const pong = (count: number): string => (count === 0 ? "!" : `pong ${ping(count - 1)}`);
