import { z } from "zod";
import { addressKey } from "../../lib/address.ts";
import type { Described } from "../../lib/described.ts";
import { publicReleases } from "../tasks/names.ts";
import { adcp } from "./adcp/adcp.ts";
import { type Dialect, type DialectName, dialectNames } from "./dialect.ts";
import { svc } from "./svc.ts";
import { svcOlder } from "./svc-older.ts";

/** What an agent was found to speak, and the tools that it listed then. */
export const pinSchema = z.strictObject({
  dialect: z.enum(dialectNames),
  tools: z.array(z.string()),
  /** What carries its calls, where that is not MCP. */
  wire: z.literal("a2a").optional(),
  since: z.iso.datetime(),
  /** It lists 3.2 or a later release, and takes signatures in that way alone, whatever a request is written in. */
  newer: z.literal(true).optional(),
  /** Releases that it answered in beside the one that was agreed on. */
  strays: z.array(z.string()).optional(),
});
export type Pin = Described<typeof pinSchema>;

/** Where pins are kept from one run to the next. */
export interface PinStore {
  readonly read: (agentUrl: string) => Pin | undefined;
  readonly write: (agentUrl: string, pin: Pin) => void;
  readonly remove: (agentUrl: string) => void;
  /** Takes in what other machines have written. */
  readonly refresh: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** One dialect for every agent, or a dialect for each agent's URL; the others are asked. */
export type DialectSetting = DialectName | Readonly<Record<string, DialectName>>;

/** Which dialect each agent speaks: set by a person, or found out once and pinned. */
export interface DialectBook {
  /** Undefined where nobody has asked the agent yet. */
  readonly known: (agentUrl: string) => Dialect | undefined;
  /** The same of an agent that somebody has asked; throws for another. */
  readonly agreed: (agentUrl: string) => Dialect;
  /** What a person has set for an agent. */
  readonly wanted: (agentUrl: string) => DialectName | undefined;
  readonly pinOf: (agentUrl: string) => Pin | undefined;
  readonly pin: (agentUrl: string, pin: Pin) => Dialect;
  /** Makes an agent one that nobody has asked. */
  readonly forget: (agentUrl: string) => void;
  /** Notes that an agent answered in another release than was agreed on. */
  readonly answeredIn: (agentUrl: string, release: string) => void;
  /** Notes whether an agent lists 3.2 or a later release, as it lists now. */
  readonly lists: (agentUrl: string, newer: boolean) => void;
  /** Whether it does, as far as anybody has asked. */
  readonly isNewer: (agentUrl: string) => boolean;
  /** Takes in what other machines have found out. */
  readonly refresh: () => Promise<void>;
}

export function openDialectBook(setting: DialectSetting | undefined, store: PinStore): DialectBook {
  const dialects = new Map<string, Dialect>();
  const newer = new Map<string, boolean>();
  const byAddress = new Map(
    typeof setting === "string"
      ? []
      : Object.entries(setting ?? {}).map(([agentUrl, name]) => [addressKey(agentUrl), name]),
  );
  const wanted = (agentUrl: string) =>
    typeof setting === "string" ? setting : byAddress.get(addressKey(agentUrl));
  const known = (agentUrl: string) => {
    const set = wanted(agentUrl);
    if (set === "svc" || set === "svc-older") return dialectOf({ dialect: set, tools: [] });
    const met = dialects.get(agentUrl);
    if (met !== undefined) return met;
    const pin = store.read(agentUrl);
    if (pin === undefined || (set !== undefined && set !== pin.dialect)) return undefined;
    const dialect = dialectOf(pin);
    dialects.set(agentUrl, dialect);
    return dialect;
  };
  return {
    wanted,
    pinOf: store.read,
    refresh: store.refresh,
    known,
    agreed: (agentUrl) => {
      const dialect = known(agentUrl);
      if (dialect !== undefined) return dialect;
      throw new Error(`nobody has asked ${agentUrl} yet which protocol it speaks: nothing is written for it`);
    },
    pin: (agentUrl, pin) => {
      newer.set(agentUrl, pin.newer === true);
      store.write(agentUrl, pin);
      const dialect = dialectOf(pin);
      dialects.set(agentUrl, dialect);
      return dialect;
    },
    forget: (agentUrl) => {
      store.remove(agentUrl);
      dialects.delete(agentUrl);
    },
    lists: (agentUrl, isNewer) => {
      newer.set(agentUrl, isNewer);
      const pin = store.read(agentUrl);
      if (pin === undefined || (pin.newer ?? false) === isNewer) return;
      const { newer: _, ...rest } = pin;
      store.write(agentUrl, { ...rest, ...(isNewer && { newer: true }) });
    },
    isNewer: (agentUrl) => {
      const known = newer.get(agentUrl) ?? store.read(agentUrl)?.newer === true;
      newer.set(agentUrl, known);
      return known;
    },
    answeredIn: (agentUrl, release) => {
      const pin = store.read(agentUrl);
      if (pin === undefined || pin.strays?.includes(release)) return;
      store.write(agentUrl, { ...pin, strays: [...(pin.strays ?? []), release] });
    },
  };
}

/** A book that asks nobody: every agent speaks the same. */
export function oneDialect(name: "svc" | "svc-older" = "svc"): DialectBook {
  return openDialectBook(name, pinsInMemory());
}

/** Pins that are forgotten with the process. */
export function pinsInMemory(): PinStore {
  const pins = new Map<string, Pin>();
  return {
    read: (agentUrl) => pins.get(agentUrl),
    write: (agentUrl, pin) => pins.set(agentUrl, pin),
    remove: (agentUrl) => pins.delete(agentUrl),
    refresh: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

function dialectOf({ dialect, tools }: Pick<Pin, "dialect" | "tools">): Dialect {
  if (dialect === "svc") return svc;
  if (dialect === "svc-older") return svcOlder;
  const release = publicReleases.find((one) => dialect === `adcp-${one}`);
  if (release === undefined) throw new Error(`${dialect} is no dialect`);
  return adcp(release, tools);
}
