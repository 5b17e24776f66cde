import type { DialectName } from "../../protocol/dialects/dialect.ts";

export const dialectWords: Readonly<Record<DialectName, string>> = {
  svc: "the service contract",
  "svc-older": "the service contract in its older shapes",
  "adcp-3.0": "the public standard 3.0",
  "adcp-3.1": "the public standard 3.1",
  "adcp-3.2": "the public standard 3.2",
};
