import { InvalidArgumentError } from "commander";

/** A TCP port from a flag; 0 is any that is free. */
export function portNumber(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError("a port is a number from 0 to 65535.");
  return port;
}
