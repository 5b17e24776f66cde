import type { WaitingStep } from "../../campaign/approvals/inbox.ts";
import { takersWords } from "../../campaign/reallocate/money-alerts.ts";
import type { AnswerOf } from "../../desk/operations.ts";
import { commandsFor, planCommand } from "../../desk/outputs/decision-commands.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { lastDayBefore } from "../../lib/days.ts";
import { counted } from "../../lib/english.ts";
import { formatMoney, type Money } from "../../lib/money.ts";
import { formatPrice } from "../../lib/price.ts";
import { formatInstant } from "../../report/blocks/format.ts";
import { packageLines } from "./ordered-packages.ts";

type InboxOutput = AnswerOf<"inbox">;

type WaitingPlan = InboxOutput["plans"][number];
type Waiting = Omit<InboxOutput["waiting"][number], "commands">;

/** Whether a screen shows every argument: who only reads wants what is bought, who approves sees exactly what is sent. */
export interface Shown {
  readonly exactly: boolean;
}

/** Every step that waits, a screen each, and the plans that can be approved as a whole. */
export function inboxText({ waiting, plans, notPlaced = [] }: InboxOutput, shown: Shown): string {
  const screens = [
    ...waiting.map((step) => waitingStepText(step, shown)),
    ...plans.map((plan) => waitingPlanText(plan, shown)),
    ...notPlaced.map(
      (free) => `${plain(free.campaignName)} (${free.campaignId})\n${notPlacedText(free).join("\n")}`,
    ),
  ];
  return screens.length === 0 ? "nothing waits for a person" : screens.join("\n\n");
}

/** Freed money that no line has, and what a person may make of it. */
export function notPlacedText({
  amount,
  since,
  takers,
  commands,
}: Pick<
  NonNullable<InboxOutput["notPlaced"]>[number],
  "amount" | "since" | "takers" | "commands"
>): string[] {
  return [
    `  not placed: ${formatMoney(amount)} has had no line since ${formatInstant(since)} and is not being spent`,
    `    ${cleanText(takersWords(takers), 1000)}`,
    `    ${cleanText(commands.place, 1000)}`,
    `    ${cleanText(commands.leaveIdle, 1000)}`,
  ];
}

/** The screen that a person decides from where one approval opens all orders of a plan. */
export function waitingPlanText(plan: WaitingPlan, shown: Shown = { exactly: true }): string {
  const { campaignName, campaignId, requestedBy, total, packages, approvals, until } = plan;
  const lines: (readonly [string, string])[] = [
    [
      "what",
      `${counted(packages.length, "package")} of the plan, each ordered once, none at a higher cost than shown here`,
    ],
    ["total", `${formatMoney(total)} at most`],
    ["campaign", `${campaignName} (${campaignId})`],
    ...(requestedBy.length === 0 ? [] : [["asked for by", requestedBy.join(", ")] as const]),
    ...plan.reasons.map((reason, index) => [index === 0 ? "why" : "", reason] as const),
    ["opens", plan.steps.join(", ")],
    ...approvalLines(approvals),
    ...(until === undefined ? [] : [["until", `${formatInstant(until)}, then steps are refused`] as const]),
    ["how", howWords(plan)],
  ];
  const names = new Map(plan.inWords.map(({ lineId, product }) => [lineId, product]));
  const bought = packages.map(
    ({ lineId, seller, product, option, budget, amount, price, bid, start, end }) =>
      `${names.get(lineId) ?? product} of ${seller} (${product}, ${option}): ${formatMoney(budget)} at most${budget.currency === amount.currency ? "" : `, ${formatMoney(amount)} of the plan`}, ` +
      `${[price && `price ${formatPrice(price)}`, bid && `bid ${formatPrice(bid)}`].filter(Boolean).join(", ") || "price not stated"}, ` +
      days({ start, end }),
  );
  return [
    `the plan of ${plain(campaignName)}`,
    ...lines.map(([name, value]) => `  ${name.padEnd(12)} ${plain(value)}`),
    ...packageLines(plan.inWords, "    "),
    ...exact("exactly this may be ordered", bought, plan.digest, shown),
    `  ${cleanText(planCommand(plan), 1000)}`,
  ].join("\n");
}

function approvalLines({ by, needed, problems }: WaitingStep["approvals"]): (readonly [string, string])[] {
  const given = by.length === 0 ? `none of ${needed}` : `${by.length} of ${needed}: ${by.join(", ")}`;
  return [["approvals", given], ...problems.map((line) => ["", line] as const)];
}

const askers = {
  "sign-off": "the request for sign-off",
  policy: "a local policy",
  limits: "a limit of the brief",
  model: "the rule for what a model asks for",
  console: "the rule for what is asked for in the console",
  preflight: "the pre-flight check of the campaign",
  governance: "the governance agent",
  condition: "a condition of the governance agent",
  approvers: "the approvers",
  seller: "what became of it at the seller, after it was sent,",
} as const;

function howWords({ typeTotal, nobodyNamed }: Pick<Waiting, "typeTotal" | "nobodyNamed">): string {
  if (nobodyNamed)
    return "by nobody yet: approvers.yaml has to name somebody first (flightdesk keys approver new <name>)";
  return `at a terminal${typeTotal ? ", with the total typed by hand" : ""}`;
}

/** What it takes of the budget, where that is in another currency, or more by the data that it is bought with. */
export function inPlan(total: Money, planTotal: Money): string {
  if (planTotal.currency !== total.currency) return `, ${formatMoney(planTotal)} of the plan`;
  return planTotal.minor === total.minor ? "" : `, ${formatMoney(planTotal)} with data`;
}

/** The screen that a person decides from. Code alone writes it: words of others stand on it as plain, single lines. */
export function waitingStepText(step: Waiting, shown: Shown = { exactly: true }): string {
  const { total, planTotal, flight, approvals, until, campaignName, campaignId, requestedBy } = step;
  const unchanged =
    approvals.problems.length > 0 && step.changes.length === 0
      ? ["nothing has changed since those approvals were given"]
      : [];
  const lines: (readonly [string, string])[] = [
    ["what", `${step.purpose} (${step.task})`],
    ["seller", step.seller],
    ["total", `${formatMoney(total)} at most${inPlan(total, planTotal)}`],
    ...(flight === undefined ? [] : [["dates", days(flight)] as const]),
    ["campaign", `${campaignName} (${campaignId})`],
    ...(requestedBy.length === 0 ? [] : [["asked for by", requestedBy.join(", ")] as const]),
    ...(step.reason === undefined ? [] : [["their reason", step.reason] as const]),
    ["why", `${askers[step.requiredBy]} wants a person`],
    ...step.reasons.map((reason) => ["", reason] as const),
    ...approvalLines(approvals),
    ...unchanged.map((line) => ["", line] as const),
    ...(until === undefined ? [] : [["until", `${formatInstant(until)}, then it is refused`] as const]),
    ["how", howWords(step)],
  ];
  const arrow = ({ field, before = "(not there)", after = "(taken out)" }: WaitingStep["changes"][number]) =>
    `${field}: ${before} -> ${after}`;
  const sent = step.arguments.map(({ field, value }) => `${field} = ${value}`);
  const { approve, reject } = commandsFor(step);
  return [
    plain(step.stepId),
    ...lines.map(([name, value]) => `  ${name.padEnd(12)} ${plain(value)}`),
    ...packageLines(step.packages, "    "),
    ...section("what it makes of the buy", (step.buyChanges ?? []).map(arrow)),
    ...section("ordered -> as the seller holds it", (step.asBooked ?? []).map(arrow)),
    ...section("changed against what it replaces", step.changes.map(arrow)),
    ...exact(
      step.asBooked === undefined ? "exactly this would be sent" : "exactly this was sent",
      sent,
      step.digest,
      shown,
    ),
    `  ${cleanText(approve, 1000)}`,
    `  ${cleanText(reject, 1000)}`,
  ].join("\n");
}

function exact(title: string, lines: readonly string[], digest: string, { exactly }: Shown): string[] {
  return exactly ? [...section(title, lines), `  sha-256      ${digest}`] : [`  ${title}: with --verbose`];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`  ${title}`, ...lines.map((line) => `    ${plain(line)}`)];
}

function plain(text: string): string {
  return cleanText(text, 400);
}

const midnight = /T00:00(:00(\.0+)?)?Z$/;

/** The first and the last day; with the hour where it is not a whole day. */
function days({ start, end }: { readonly start: string; readonly end: string }): string {
  const from = midnight.test(start) ? start.slice(0, 10) : formatInstant(start);
  return `${from} to ${midnight.test(end) ? lastDayBefore(end) : formatInstant(end)}`;
}
