import { canonicalJson } from "../lib/canonical-json.ts";
import { sha256 } from "../lib/digest.ts";
import type { Entry, Moves, Stored } from "./ledger.ts";

/** A row of the event table. */
export interface Row {
  readonly campaign: string;
  readonly sequence: number;
  readonly key: string;
  readonly at: string;
  /** The event as canonical JSON. */
  readonly body: string;
  /** What the entry did to cap uses and marks, as canonical JSON; empty where it moved nothing. */
  readonly moves: string;
  readonly hash: string;
}

/** The row that an entry becomes after the chain's head, where there is one yet. `now` is UTC milliseconds. */
export function rowAfter(
  head: Pick<Head, "sequence" | "hash"> | undefined,
  { campaign, entry, now }: { readonly campaign: string; readonly entry: Entry; readonly now: number },
): Row {
  const unsealed = {
    campaign,
    sequence: (head?.sequence ?? 0) + 1,
    key: entry.key,
    at: new Date(now).toISOString(),
    body: canonicalJson(entry.event),
    moves: movesText(entry),
  };
  return { ...unsealed, hash: hashOf(head?.hash ?? "", unsealed) };
}

/** The entry that a row keeps. */
export function stored({ campaign, sequence, key, at, body, moves, hash }: Row): Stored {
  return {
    campaignId: campaign,
    sequence,
    key,
    at,
    event: JSON.parse(body),
    ...(moves === "" ? {} : { moves: JSON.parse(moves) }),
    hash,
  };
}

function movesText({ reserve, settle, reduce = [], grow = [], raise = [], lower = [] }: Moves): string {
  const moves = {
    ...(reserve === undefined ? {} : { reserve }),
    ...(settle === undefined ? {} : { settle }),
    ...(reduce.length === 0 ? {} : { reduce }),
    ...(grow.length === 0 ? {} : { grow }),
    ...(raise.length === 0 ? {} : { raise }),
    ...(lower.length === 0 ? {} : { lower }),
  };
  return Object.keys(moves).length === 0 ? "" : canonicalJson(moves);
}

/** The end of a campaign's chain as it was last signed. */
export interface Head {
  readonly campaign: string;
  readonly sequence: number;
  readonly hash: string;
  readonly signature: string;
}

/** Hash of an entry, which seals all entries before it. A line break cannot be part of the fields that it parts. */
export function hashOf(before: string, { campaign, sequence, key, at, body, moves }: Omit<Row, "hash">) {
  return sha256([before, JSON.stringify([campaign, sequence, key, at]), body, moves].join("\n"));
}

/** What is signed of a chain's head. */
export function headText({ campaign, sequence, hash }: Omit<Head, "signature">): string {
  return JSON.stringify(["flightdesk ledger head", campaign, sequence, hash]);
}

/** A view as it is kept: good for one end of one chain and one version of the code. */
export interface KeptSnapshot extends Head {
  readonly version: string;
  /** JSON. */
  readonly state: string;
}

/** What is signed of a snapshot. */
export function snapshotText({ campaign, version, sequence, hash, state }: Omit<KeptSnapshot, "signature">) {
  return JSON.stringify(["flightdesk ledger snapshot", campaign, version, sequence, hash, sha256(state)]);
}
