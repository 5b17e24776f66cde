import { z } from "zod";
import { jsonIn } from "../lib/json-object.ts";
import type { Row } from "./chain.ts";
import type { CapUse } from "./ledger.ts";

export interface CapUseRow extends Omit<CapUse, "among"> {
  readonly campaign: string;
  readonly step: string;
  readonly state: "reserved" | "committed";
}

/** A row of the table of marks: `campaign` is the chain that raised it. */
export interface MarkRow {
  readonly name: string;
  readonly campaign: string;
}

/** A row with the entry that made it what it is. */
export interface RowOrigin<Item> {
  readonly row: Item;
  readonly sequence: number;
}

/** The cap uses and marks of one chain, computed anew from what its entries moved. */
export function holdingsOf(entries: readonly Row[]) {
  let claims: RowOrigin<CapUseRow>[] = [];
  const marks = new Map<string, RowOrigin<MarkRow>>();
  for (const { campaign, sequence, moves } of entries) {
    const { reserve, settle, reduce = [], grow = [], raise = [], lower = [] } = movesIn(moves);
    for (const name of raise) if (!marks.has(name)) marks.set(name, { row: { name, campaign }, sequence });
    for (const name of lower) marks.delete(name);
    if (reserve !== undefined)
      claims = [
        ...claims.filter(({ row }) => row.step !== reserve.stepId || row.state === "committed"),
        ...reserve.claims.map(
          (claim): RowOrigin<CapUseRow> => ({
            row: { campaign, step: reserve.stepId, ...claim, state: "reserved" },
            sequence,
          }),
        ),
      ];
    claims = claims.flatMap((existing) => {
      if (existing.row.step !== settle?.stepId || existing.row.state === "committed") return [existing];
      return settle.as === "released" ? [] : [{ row: { ...existing.row, state: settle.as }, sequence }];
    });
    const bind = (
      stepId: string,
      bounds: readonly CapUse[],
      pick: (one: number, other: number) => number,
    ) => {
      claims = claims.map((existing) => {
        const bound = bounds.find((claim) => stepId === existing.row.step && isSame(claim, existing.row));
        const minor = bound === undefined ? existing.row.minor : pick(bound.minor, existing.row.minor);
        return minor === existing.row.minor ? existing : { row: { ...existing.row, minor }, sequence };
      });
    };
    for (const { stepId, claims: smaller } of reduce) bind(stepId, smaller, Math.min);
    for (const { stepId, claims: larger } of grow) bind(stepId, larger, Math.max);
  }
  return { claims, marks: [...marks.values()] };
}

function isSame(one: CapUse, other: CapUseRow): boolean {
  return one.scope === other.scope && one.key === other.key && one.currency === other.currency;
}

const claim = z.object({
  scope: z.string(),
  key: z.string(),
  currency: z.string(),
  minor: z.number(),
  cap: z.number(),
});
const movesSchema = z.object({
  reserve: z.object({ stepId: z.string(), claims: z.array(claim) }).optional(),
  settle: z.object({ stepId: z.string(), as: z.enum(["committed", "released"]) }).optional(),
  reduce: z.array(z.object({ stepId: z.string(), claims: z.array(claim) })).optional(),
  grow: z.array(z.object({ stepId: z.string(), claims: z.array(claim) })).optional(),
  raise: z.array(z.string()).optional(),
  lower: z.array(z.string()).optional(),
});

/** Moves of an entry that was tampered with and cannot be read count for nothing: its seal reports it. */
function movesIn(text: string): z.infer<typeof movesSchema> {
  return movesSchema.safeParse(jsonIn(text)).data ?? {};
}
