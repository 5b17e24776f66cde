import { z } from "zod";
import { stepOfMove } from "../../campaign/model/derived/moves.ts";
import type { DecidedReallocation, Move } from "../../campaign/model/learned/reallocation.ts";
import type { CampaignState } from "../../campaign/model/state/state.ts";
import { formatMoney, moneySchema } from "../../lib/money.ts";
import { chip, marked } from "../blocks/cell.ts";
import type { Section } from "../blocks/document.ts";
import { type Described, each, range, statusField } from "../blocks/schema.ts";
import { figure, header, plain, table, under } from "../blocks/table.ts";
import { statusOf } from "./described/status.ts";

export const reallocationsSchema = each({
  id: z.string(),
  decidedAt: z.string().describe("UTC, ISO 8601"),
  why: z.string(),
  moved: moneySchema.describe("what changes hands, in the brief's currency"),
  outcome: z.string().describe("what counts as an outcome"),
  gain: range.describe("outcomes expected more until the end of the flight, and between what with 80 %"),
  moves: each({
    lineId: z.string().describe("line of the plan"),
    from: moneySchema.describe("budget over the whole flight before"),
    to: moneySchema.describe("budget that was decided"),
    gain: z.number().describe("outcomes expected more of this line; less where below 0"),
    why: z.string().optional().describe("why this line; absent in older ledgers"),
    status: statusField.describe("of the step that makes it; done: seen in the seller's books"),
    made: moneySchema.optional().describe("the budget that was read back"),
  }),
  sinceStart: range
    .optional()
    .describe(
      "as the next decision put it: outcomes that all moves up to this one bring more over the whole flight than the plan left alone, and between what with 80 %",
    ),
  reverts: z.string().optional().describe("the reallocation that it takes back"),
  requestedBy: z.array(z.string()).optional(),
}).describe("decisions that move money between lines, in order; decisions to move nothing are left out");
type Reallocations = Described<typeof reallocationsSchema>;
type Reallocation = Reallocations[number];

/** Each decision that moves money: what for, how far it is made, and what all moves so far are worth. Nothing where none was made. */
export function describeReallocations(state: CampaignState): Reallocations | undefined {
  const moving = state.reallocations.filter(({ moves }) => moves.length > 0);
  if (moving.length === 0) return undefined;
  return moving.map((decision) => ({
    ...decision,
    decidedAt: decision.at,
    requestedBy: decision.askedBy,
    moves: decision.moves.map((move) => describeMove(move, decision, state)),
    sinceStart: state.reallocations.find(({ at, sinceStart }) => at > decision.at && sinceStart !== undefined)
      ?.sinceStart,
  }));
}

function describeMove(move: Move, decision: DecidedReallocation, state: CampaignState) {
  const step = stepOfMove(decision, move, state);
  const difference = step?.step.change?.differences.find(({ field }) => field === "budget");
  const isMade = step?.check?.made === true;
  // What a seller agreed to and does not show yet is not done.
  const isUnseen = step?.status === "done" && !isMade;
  return {
    ...move,
    status: isUnseen ? "waiting" : statusOf(step?.status ?? "proposed"),
    made: isMade && difference?.field === "budget" ? difference.after : undefined,
  };
}

/** Money that moved between lines, decision by decision: before, after, what was expected, what came of it. */
export const reallocations: Section<{
  readonly reallocations?: Reallocations;
  readonly plan?: { readonly lines: readonly Record<"lineId" | "product" | "sellerId", string>[] };
}> = {
  id: "reallocations",
  name: "Reallocations",
  title: "Reallocations",
  blocks: ({ reallocations = [], plan }) => {
    const lineOf = (id: string) => plan?.lines.find(({ lineId }) => lineId === id);
    return reallocations.map((decision) =>
      table<Reallocation["moves"][number]>({
        caption: `Reallocation ${decision.id}`,
        note: `${decisionWords(decision)} ${sinceStartWords(decision)}`,
        rows: decision.moves,
        columns: [
          header("Package", ({ lineId }) => lineOf(lineId)?.product ?? lineId),
          under("Seller", ({ lineId }) => lineOf(lineId)?.sellerId),
          figure("Before", ({ from }) => formatMoney(from)),
          figure("After", ({ to }) => marked("strong", formatMoney(to))),
          plain("Why", ({ why }) => why),
          figure("Expected outcomes", ({ gain }) => signed(gain)),
          plain("Status", ({ status }) => chip(status)),
          figure("Read back", ({ made }) => made && formatMoney(made)),
        ],
      }),
    );
  },
};

/** What it moves, why, and what is expected of it. */
export function decisionWords({ decidedAt, moved, why, gain, outcome, requestedBy }: Reallocation): string {
  const requester = requestedBy === undefined ? "" : `, asked for by ${requestedBy.join(", ")}`;
  return (
    `Decided on ${decidedAt.slice(0, 10)}${requester}: ${why}. It moves ${formatMoney(moved)}; expected until the end of the ` +
    `flight: ${signed(gain.mid)} (${signed(gain.low)} to ${signed(gain.high)} with 80 %) ${outcome}.`
  );
}

/** What all moves so far are worth, in words. */
export function sinceStartWords({ sinceStart, outcome }: Reallocation): string {
  if (sinceStart === undefined) return "What came of it is not known before the next decision.";
  const { low, mid, high } = sinceStart;
  return `A week on, all moves up to it were put at ${signed(mid)} (${signed(low)} to ${signed(high)} with 80 %) ${outcome} over the whole flight, against the plan left alone.`;
}

/** With its sign and as many digits as an estimate deserves. */
export function signed(outcomes: number): string {
  const size = Math.abs(outcomes);
  const digits = size < 10 ? 1 : 0;
  const figure = size.toLocaleString("en-GB", { maximumFractionDigits: digits });
  return figure === "0" ? "0" : `${outcomes < 0 ? "−" : "+"}${figure}`;
}
