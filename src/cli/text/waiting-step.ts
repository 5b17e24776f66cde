import type { WaitingStep } from "../../campaign/approvals/inbox.ts";
import { commandsFor, type InboxOutput } from "../../desk/reads/inbox.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { formatMoney } from "../../lib/money.ts";

/** Every step that waits, a screen each. */
export function inboxText({ waiting }: InboxOutput): string {
  return waiting.length === 0 ? "nothing waits for a person" : waiting.map(waitingStepText).join("\n\n");
}

const askers = {
  policy: "a local policy",
  preflight: "the pre-flight check of the campaign",
  governance: "the governance agent",
  condition: "a condition of the governance agent",
  approvers: "the approvers",
  seller: "what became of it at the seller, after it was sent,",
} as const;

/** The screen that a person decides from. Code alone writes it: words of others stand on it as plain, single lines. */
export function waitingStepText(step: WaitingStep): string {
  const { total, planTotal, flight, approvals, until, campaignName, campaignId, requestedBy, typeTotal } =
    step;
  const unchanged =
    approvals.problems.length > 0 && step.changes.length === 0
      ? ["nothing has changed since those approvals were given"]
      : [];
  const lines: (readonly [string, string])[] = [
    ["what", `${step.purpose} (${step.task})`],
    ["seller", step.seller],
    [
      "total",
      `${formatMoney(total)} at most${planTotal.currency === total.currency ? "" : `, ${formatMoney(planTotal)} of the plan`}`,
    ],
    ...(flight === undefined
      ? []
      : [["dates", `from ${day(flight.start)}, ends before ${day(flight.end)} UTC`] as const]),
    ["campaign", `${campaignName} (${campaignId})`],
    ...(requestedBy.length === 0 ? [] : [["asked for by", requestedBy.join(", ")] as const]),
    ["why", `${askers[step.askedBy]} wants a person`],
    ...step.reasons.map((reason) => ["", reason] as const),
    [
      "approvals",
      approvals.by.length === 0
        ? `none of ${approvals.needed}`
        : `${approvals.by.length} of ${approvals.needed}: ${approvals.by.join(", ")}`,
    ],
    ...[...approvals.problems, ...unchanged].map((line) => ["", line] as const),
    ...(until === undefined ? [] : [["until", `${day(until)} UTC, then it is refused`] as const]),
    ["how", `at a terminal${typeTotal ? ", with the total typed by hand" : ""}`],
  ];
  const arrow = ({ field, before = "(not there)", after = "(taken out)" }: WaitingStep["changes"][number]) =>
    `${field}: ${before} -> ${after}`;
  const sent = step.arguments.map(({ field, value }) => `${field} = ${value}`);
  const { approve, reject } = commandsFor(step);
  return [
    plain(step.stepId),
    ...lines.map(([name, value]) => `  ${name.padEnd(12)} ${plain(value)}`),
    ...section("what it makes of the buy", (step.buyChanges ?? []).map(arrow)),
    ...section("ordered -> as the seller holds it", (step.asHeld ?? []).map(arrow)),
    ...section("changed against the step that it replaces", step.changes.map(arrow)),
    ...section(step.asHeld === undefined ? "exactly this would be sent" : "exactly this was sent", sent),
    `  sha-256      ${step.digest}`,
    `  ${cleanText(approve, 1000)}`,
    `  ${cleanText(reject, 1000)}`,
  ].join("\n");
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`  ${title}`, ...lines.map((line) => `    ${plain(line)}`)];
}

function plain(text: string): string {
  return cleanText(text, 400);
}

function day(iso: string): string {
  return iso.slice(0, 16).replace("T", " ");
}
