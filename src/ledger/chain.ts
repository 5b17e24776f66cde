import { sha256 } from "../lib/digest.ts";

/** A row of the event table. */
export interface Row {
  readonly campaign: string;
  readonly sequence: number;
  readonly key: string;
  readonly at: string;
  /** The event as canonical JSON. */
  readonly body: string;
  /** What the entry did to claims and marks, as canonical JSON; empty where it moved nothing. */
  readonly moves: string;
  readonly hash: string;
}

/** The end of a campaign's chain as it was last signed. */
export interface Head {
  readonly campaign: string;
  readonly sequence: number;
  readonly hash: string;
  readonly signature: string;
}

/** Hash of an entry, which seals all entries before it. A line break cannot be part of the fields that it parts. */
export function hashOf(
  before: string,
  { campaign, sequence, key, at, body, moves }: Omit<Row, "hash">,
): string {
  return sha256([before, JSON.stringify([campaign, sequence, key, at]), body, moves].join("\n"));
}

/** What is signed of a chain's head. */
export function headText({ campaign, sequence, hash }: Omit<Head, "signature">): string {
  return JSON.stringify(["flightdesk ledger head", campaign, sequence, hash]);
}

/** A view as it is kept: good for one end of one chain and one version of the code. */
export interface KeptSnapshot {
  readonly campaign: string;
  readonly version: string;
  readonly sequence: number;
  readonly hash: string;
  /** JSON. */
  readonly state: string;
  readonly signature: string;
}

/** What is signed of a snapshot. */
export function snapshotText({
  campaign,
  version,
  sequence,
  hash,
  state,
}: Omit<KeptSnapshot, "signature">): string {
  return JSON.stringify(["flightdesk ledger snapshot", campaign, version, sequence, hash, sha256(state)]);
}
