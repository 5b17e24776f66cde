import { z } from "zod";
import type { Difference, Wish } from "../campaign/change/buy-change.ts";
import type { Changed } from "../campaign/change/change-buy.ts";
import { differenceWords } from "../campaign/change/difference-words.ts";
import type { Located } from "../campaign/change/locate.ts";
import { cleanText } from "../lib/clean-text.ts";
import { formatMoney, moneySchema } from "../lib/money.ts";
import { exitCodes } from "./exit-codes.ts";
import type { PlannedCall } from "./output.ts";

const differenceSchema = z.strictObject({
  what: z.string().describe("the field, and the package where it is one's"),
  before: z.string().describe("as the seller told it when the change was decided on"),
  after: z.string().describe("as it was asked for"),
});

/** What `buys pause`, `cancel`, `decrease` and the others print with `--json`. */
export const buyChangeOutputSchema = z.strictObject({
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
      "unchanged: the buy is so already; not possible: refused here, nothing was sent; planned: a dry run; else the step's status",
    ),
  step: z.string().optional(),
  reason: z.string().optional().describe("why it is not done"),
  differences: z.array(differenceSchema),
  findings: z.array(z.string()).describe("what the seller agreed to and its books do not show"),
  spent: moneySchema.optional().describe("what the seller reported as spent when money was given back"),
  kept: z
    .array(z.strictObject({ stepId: z.string(), amount: moneySchema, planAmount: moneySchema }))
    .optional()
    .describe("purchases that bind less now, with what they still bind"),
  arguments: z.record(z.string(), z.unknown()).optional().describe("dry run only: what would be sent"),
  localVerdict: z.string().optional().describe("dry run only: what the local policies say"),
});
export type BuyChangeOutput = z.infer<typeof buyChangeOutputSchema>;

export function changeOutput(told: {
  readonly verb: Wish["verb"];
  readonly campaign: string;
  readonly name: string;
  readonly execute: boolean;
  readonly located: Located;
  readonly changed: Changed;
  readonly planned: PlannedCall | undefined;
}): BuyChangeOutput {
  const { verb, campaign, name, execute, located, changed, planned } = told;
  return {
    command: `buys ${verb}`,
    campaign,
    line: name,
    mediaBuyId: located.subject.mediaBuyId,
    seller: located.agentId,
    executed: execute,
    ...outcomeOf(changed, planned),
  };
}

type Told = Omit<BuyChangeOutput, "command" | "campaign" | "line" | "mediaBuyId" | "seller" | "executed">;

function outcomeOf(changed: Changed, planned: PlannedCall | undefined): Told {
  switch (changed.type) {
    case "unchanged":
      return { status: "unchanged", differences: [], findings: sentences(changed.findings) };
    case "refused": {
      const { reason, differences } = changed;
      return {
        status: "not possible",
        reason: cleanText(reason, 600),
        differences: words(differences),
        findings: [],
      };
    }
    case "planned":
      return {
        status: "planned",
        step: changed.step.id,
        differences: words(changed.step.change?.differences ?? []),
        findings: [],
        ...(planned === undefined
          ? {}
          : {
              arguments: planned.arguments,
              localVerdict: planned.localVerdict,
              ...(planned.reasons.length > 0 ? { reason: planned.reasons.join("; ") } : {}),
            }),
      };
    case "performed": {
      const { current, findings } = changed;
      const { spent, kept = [] } = current.check ?? {};
      return {
        status: current.status,
        step: current.step.id,
        ...(current.reason === undefined || current.status === "done"
          ? {}
          : { reason: cleanText(current.reason, 600) }),
        differences: words(current.step.change?.differences ?? []),
        findings: sentences(findings),
        ...(spent === undefined ? {} : { spent }),
        ...(kept.length === 0 ? {} : { kept: kept.map((one) => ({ ...one })) }),
      };
    }
  }
}

function words(differences: readonly Difference[]) {
  return differences.map((difference) => {
    const { what, before, after } = differenceWords(difference);
    return { what: cleanText(what, 200), before: cleanText(before, 300), after: cleanText(after, 300) };
  });
}

function sentences(findings: readonly string[]): string[] {
  return findings.map((finding) => cleanText(finding, 600));
}

/** 0 where the buy is as asked for or nothing was to be sent, 3 where a person or the seller is asked, else 1. */
export function changeExitCode({ status, findings }: BuyChangeOutput): number {
  if (findings.length > 0) return exitCodes.failed;
  if (status === "done" || status === "unchanged" || status === "planned") return exitCodes.done;
  return status === "escalated" || status === "pending" ? exitCodes.waiting : exitCodes.failed;
}

/** The difference first, then how it stands and what to do next. */
export function changeText(output: BuyChangeOutput): string {
  const { mediaBuyId, seller, status, step, reason, differences, findings, spent, kept = [] } = output;
  const widest = Math.max(0, ...differences.map(({ what }) => what.length));
  return [
    `${mediaBuyId} at ${seller}`,
    ...differences.map(({ what, before, after }) => `  ${what.padEnd(widest)}  ${before} -> ${after}`),
    ...standing(status, reason),
    ...(status === "planned" ? [`  would be sent: ${JSON.stringify(output.arguments)}`] : []),
    ...findings.map((finding) => `  NOT AS ASKED: ${finding}`),
    ...(spent === undefined ? [] : [`  the seller reports ${formatMoney(spent)} as spent`]),
    ...kept.map(
      ({ stepId, planAmount }) => `  ${stepId} binds ${formatMoney(planAmount)} of the budget from now on`,
    ),
    ...(status === "escalated" ? [`  flightdesk approve ${step}`] : []),
  ].join("\n");
}

function standing(status: string, reason: string | undefined): string[] {
  const why = reason === undefined ? "" : `: ${reason}`;
  switch (status) {
    case "unchanged":
      return ["  it is so already: nothing was sent"];
    case "not possible":
      return [`  not possible${why}`];
    case "planned":
      return [
        `  a dry run, nothing was sent; --execute sends it${reason === undefined ? "" : ` (the local policies say${why})`}`,
      ];
    default:
      return [`  ${status}${why}`];
  }
}
