import type { Dialect } from "./dialect.ts";
import { svc } from "./svc.ts";
import { svcOlder } from "./svc-older.ts";

export const dialectNames = ["svc", "svc-older"] as const;
export type DialectName = (typeof dialectNames)[number];

/** One dialect for every agent, or a dialect for each agent's URL; agents that are not named speak `svc`. */
export type DialectSetting = DialectName | Readonly<Record<string, DialectName>>;

/** The dialect of the agent at a URL. */
export type ChooseDialect = (agentUrl: string) => Dialect;

const dialects: Readonly<Record<DialectName, Dialect>> = { svc, "svc-older": svcOlder };

export function chooseDialect(setting: DialectSetting = "svc"): ChooseDialect {
  if (typeof setting === "string") return () => dialects[setting];
  const byUrl = new Map(Object.entries(setting));
  return (agentUrl) => dialects[byUrl.get(agentUrl) ?? "svc"];
}
