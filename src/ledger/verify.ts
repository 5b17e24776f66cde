import { groupBy } from "../lib/group-by.ts";
import { type Head, hashOf, headText, type Row, snapshotText } from "./chain.ts";
import { type CapUseRow, holdingsOf, type MarkRow, type RowOrigin } from "./holdings.ts";
import type { Fault } from "./ledger.ts";
import type { Tables } from "./raw-tables.ts";
import type { Signer } from "./signing-key.ts";

/**
 * What of the tables is not as it was written. Entries are checked against their chain and its signed head, cap uses and marks
 * against what the entries moved, snapshots against their signature.
 */
export function faultsIn({ event, head, claim, mark, snapshot }: Tables, signer: Signer): Fault[] {
  const chains = groupBy(event, ({ campaign }) => campaign);
  const campaigns = new Set([...chains.keys(), ...head.map(({ campaign }) => campaign)]);
  const holdings = [...chains.values()].map(holdingsOf);
  return [
    ...[...campaigns].flatMap((campaign) =>
      chainFaults(
        campaign,
        chains.get(campaign) ?? [],
        head.find((one) => one.campaign === campaign),
        signer,
      ),
    ),
    ...differences(
      holdings.flatMap(({ claims }) => claims),
      claim,
      {
        key: ({ campaign, step, scope, key, currency }) =>
          JSON.stringify([campaign, step, scope, key, currency]),
        name: ({ step, scope, key }) => `the cap use of ${step} on the cap per ${scope} (${key})`,
        value: ({ minor, cap, currency, state }) => `${minor} of ${cap} minor units of ${currency}, ${state}`,
      },
    ),
    ...differences(
      holdings.flatMap(({ marks }) => marks),
      mark,
      {
        key: ({ campaign, name }) => JSON.stringify([campaign, name]),
        name: ({ name }) => `the mark ${name}`,
        value: () => "raised",
      },
    ),
    ...snapshot
      .filter((row) => !signer.verify(snapshotText(row), row.signature))
      .map(({ campaign, sequence }) => ({
        campaignId: campaign,
        sequence,
        reason: `the snapshot at entry ${sequence} is not one that this ledger wrote`,
      })),
  ];
}

/** Where a table differs from what the entries make of it: changed, added and missing rows. */
function differences<Item extends CapUseRow | MarkRow>(
  expected: readonly RowOrigin<Item>[],
  found: readonly Item[],
  {
    key,
    name,
    value,
  }: {
    readonly key: (row: Item) => string;
    readonly name: (row: Item) => string;
    readonly value: (row: Item) => string;
  },
): Fault[] {
  const missing = new Map(expected.map((origin) => [key(origin.row), origin]));
  const faults = found.flatMap((row): Fault | [] => {
    const origin = missing.get(key(row));
    missing.delete(key(row));
    const fault = { campaignId: row.campaign, sequence: origin?.sequence ?? 0 };
    if (origin === undefined) return { ...fault, reason: `${name(row)} stands in no entry (${value(row)})` };
    if (value(origin.row) === value(row)) return [];
    return {
      ...fault,
      reason: `${name(row)} is ${value(row)}, and by entry ${origin.sequence} ${value(origin.row)}`,
    };
  });
  const gone = [...missing.values()].map(({ row, sequence }) => ({
    campaignId: row.campaign,
    sequence,
    reason: `${name(row)} is missing: by entry ${sequence} it is ${value(row)}`,
  }));
  return [...faults, ...gone];
}

function chainFaults(campaignId: string, rows: readonly Row[], head: Head | undefined, signer: Signer) {
  const fault = (sequence: number, reason: string): Fault => ({ campaignId, sequence, reason });
  if (head === undefined) return [fault(rows.length, "the chain has no signed head")];
  const faults: Fault[] = [];
  if (!signer.verify(headText(head), head.signature))
    faults.push(fault(head.sequence, "the signature of the chain's head is not the ledger key's"));
  let before = "";
  let expected = 1;
  for (const row of rows) {
    if (row.sequence !== expected) {
      faults.push(fault(expected, `entry ${expected} is missing; the next one is ${row.sequence}`));
      expected = row.sequence;
    }
    if (hashOf(before, row) !== row.hash)
      faults.push(
        fault(
          row.sequence,
          `entry ${row.sequence} (${row.key}) was changed, or does not follow the one before it`,
        ),
      );
    before = row.hash;
    expected += 1;
  }
  const last = rows.at(-1);
  if (last?.sequence !== head.sequence || last.hash !== head.hash)
    faults.push(
      fault(
        head.sequence,
        `the chain should end with entry ${head.sequence} and ends with ${last?.sequence ?? "nothing"}`,
      ),
    );
  return faults;
}
