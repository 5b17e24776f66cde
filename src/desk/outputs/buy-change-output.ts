import { z } from "zod";
import { differenceWords } from "../../campaign/account/changes/difference-words.ts";
import type { FoundBuy } from "../../campaign/account/changes/find-line.ts";
import { type Changed, shownOf } from "../../campaign/change/change-buy.ts";
import { refusalOf } from "../../campaign/model/decisions/verdict.ts";
import type { BuyChange, ChangeRequest, Difference } from "../../campaign/model/step/buy-change.ts";
import { sendingWords } from "../../campaign/model/step/sending.ts";
import type { Step } from "../../campaign/model/step/step.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { type Described, each, fields } from "../../lib/described.ts";
import { type Money, money, moneySchema } from "../../lib/money.ts";
import type { PlannedCall } from "./campaign-output.ts";

const differenceSchema = fields({
  field: z.enum(["status", "end", "budget", "paused", "creatives"]),
  what: z.string().describe("the field, and the package where it is one's"),
  before: z.string().describe("as the seller reported it when the change was decided on"),
  after: z.string().describe("as it was asked for"),
});

/** What `buys pause`, `cancel`, `decrease` and the others print with `--json`. */
export const buyChangeOutputSchema = fields({
  command: z.enum([
    "buys pause",
    "buys unpause",
    "buys cancel",
    "buys decrease",
    "buys increase",
    "buys extend",
    "buys swap-creative",
  ]),
  campaign: z.string(),
  line: z.string().describe("as it was named"),
  mediaBuyId: z.string(),
  seller: z.string(),
  executed: z.boolean().describe("false where nothing was to be sent"),
  status: z
    .string()
    .describe(
      "unchanged: the buy is so already; not-possible: refused here, nothing was sent; planned: a dry run; under-way: another process is sending it; else the step's status",
    ),
  step: z.string().optional(),
  reason: z.string().optional().describe("why it is not done"),
  differences: z.array(differenceSchema),
  money: fields({ does: z.enum(["frees", "costs", "idles"]), amount: moneySchema })
    .optional()
    .describe(
      "what it takes from the line or adds to it; idles: what a pause keeps from being spent; absent where no money moves",
    ),
  shown: z
    .string()
    .optional()
    .describe("dry run only: names the change, for whoever has it made as it was shown"),
  signed: z.literal(true).optional().describe("a person signs for it before it is sent: it lets money flow"),
  findings: z.array(z.string()).describe("what the seller agreed to and its books do not show"),
  spent: moneySchema.optional().describe("what the seller reported as spent when money was given back"),
  retained: each({ stepId: z.string(), amount: moneySchema, planAmount: moneySchema })
    .optional()
    .describe("purchases that bind less now, with what they still bind"),
  arguments: z.record(z.string(), z.unknown()).optional().describe("dry run only: what would be sent"),
  limits: z
    .array(z.string())
    .optional()
    .describe("what of the brief it breaks, a sentence each; absent where it breaks nothing"),
  localVerdict: z.string().optional().describe("dry run only: what the local policies say"),
});
export type BuyChangeOutput = Described<typeof buyChangeOutputSchema>;

export function changeOutput(change: {
  readonly verb: ChangeRequest["verb"];
  readonly campaign: string;
  readonly name: string;
  readonly execute: boolean;
  readonly foundBuy: FoundBuy;
  readonly changed: Changed;
  readonly planned: PlannedCall | undefined;
  /** Ordered and not spent before it. */
  readonly left?: Money;
  readonly isSigned?: boolean;
  /** What of the brief it breaks. */
  readonly limits?: readonly string[];
}): BuyChangeOutput {
  const { verb, campaign, name, execute, foundBuy, changed, planned, left, isSigned, limits = [] } = change;
  const moves = stepIn(changed)?.change;
  return {
    command: `buys ${verb}`,
    campaign,
    line: name,
    mediaBuyId: foundBuy.subject.mediaBuyId,
    seller: foundBuy.agentId,
    executed: execute,
    ...outcomeOf(changed, planned),
    ...(moves !== undefined && moneyOf(moves, left)),
    ...(isSigned && { signed: true }),
    ...(limits.length > 0 && { limits: [...limits] }),
    ...(changed.type === "planned" && moves !== undefined && { shown: shownOf(moves) }),
  };
}

export function stepIn(changed: Changed): Step | undefined {
  if (changed.type === "planned") return changed.step;
  return changed.type === "performed" ? changed.current.step : undefined;
}

/** What the change takes from the line, or adds to it. */
function moneyOf(
  { requested: { verb }, differences, subject }: BuyChange,
  left: Money = money(0, subject.bought.amount.currency),
): Pick<BuyChangeOutput, "money"> {
  const more = differences.reduce(
    (sum, one) => (one.field === "budget" ? sum + one.after.minor - one.before.minor : sum),
    0,
  );
  if (more !== 0)
    return { money: { does: more < 0 ? "frees" : "costs", amount: money(Math.abs(more), left.currency) } };
  if (left.minor <= 0 || (verb !== "pause" && verb !== "cancel")) return {};
  return { money: { does: verb === "pause" ? "idles" : "frees", amount: left } };
}

function outcomeOf(changed: Changed, planned: PlannedCall | undefined) {
  switch (changed.type) {
    case "unchanged":
      return { status: "unchanged", differences: [], findings: sentences(changed.findings) };
    case "refused":
      return {
        status: "not-possible",
        reason: cleanText(changed.reason, 600),
        differences: words(changed.differences),
        findings: [],
      };
    case "planned":
      return {
        status: "planned",
        step: changed.step.id,
        differences: words(changed.step.change?.differences ?? []),
        findings: [],
        ...(planned && { arguments: planned.arguments, localVerdict: planned.localVerdict }),
        ...(planned && planned.reasons.length > 0 && { reason: planned.reasons.join("; ") }),
      };
    case "performed": {
      const { current, findings } = changed;
      const { spent, kept = [] } = current.check ?? {};
      const { sending } = current;
      const reason = sending === undefined ? (refusalOf(current) ?? current.reason) : sendingWords(sending);
      return {
        status: sending === undefined ? current.status : "under-way",
        step: current.step.id,
        ...(reason === undefined || current.status === "done" ? {} : { reason: cleanText(reason, 600) }),
        differences: words(current.step.change?.differences ?? []),
        findings: sentences(findings),
        spent,
        ...(kept.length === 0 ? {} : { retained: kept }),
      };
    }
  }
}

function words(differences: readonly Difference[]) {
  return differences.map((difference) => {
    const { what, before, after } = differenceWords(difference);
    return {
      field: difference.field,
      what: cleanText(what, 200),
      before: cleanText(before, 300),
      after: cleanText(after, 300),
    };
  });
}

function sentences(findings: readonly string[]): string[] {
  return findings.map((finding) => cleanText(finding, 600));
}
