import { groupBy } from "../lib/group-by.ts";
import { type Head, hashOf, headText, type Row } from "./chain.ts";
import type { Fault } from "./ledger.ts";
import type { HeadSigner } from "./signing-key.ts";

/** Rows in order of campaign and number, and the heads: what of them is not as it was written. */
export function faultsIn(rows: readonly Row[], heads: readonly Head[], signer: HeadSigner): Fault[] {
  const chains = groupBy(rows, ({ campaign }) => campaign);
  const campaigns = new Set([...chains.keys(), ...heads.map(({ campaign }) => campaign)]);
  return [...campaigns].flatMap((campaign) => {
    const own = heads.filter((head) => head.campaign === campaign);
    return chainFaults(campaign, chains.get(campaign) ?? [], own[0], signer);
  });
}

function chainFaults(
  campaignId: string,
  rows: readonly Row[],
  head: Head | undefined,
  signer: HeadSigner,
): Fault[] {
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
