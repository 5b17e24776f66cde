import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Observer } from "../campaign/model/state/journal.ts";
import type { CampaignState } from "../campaign/model/state/state.ts";
import type { Caller } from "../desk/caller.ts";
import type { Desk } from "../desk/desk.ts";
import { writing } from "../desk/files/writing.ts";
import { callOperation } from "../desk/operations.ts";
import type { CampaignOutput } from "../desk/outputs/campaign-output.ts";
import { UsageError } from "../desk/usage-error.ts";
import { addDays, dayOf, eachDay } from "../lib/days.ts";
import { formatMoney, money } from "../lib/money.ts";
import { packageName } from "../report/account/buys.ts";
import { formatPercent, formatRounded, formatShort } from "../report/blocks/format.ts";
import { fitText, indented, lineWidth, paint, textWidth, wrapText } from "../report/blocks/terminal-text.ts";
import { gapWords, total, totalIfAny } from "../report/blocks/totals.ts";
import type { Report } from "../report/report.ts";
import { confirmTotal } from "./approval.ts";
import { writeReport } from "./files/report-file.ts";
import { writeStatement } from "./files/statement-file.ts";
import { type Flags, textOf } from "./flags.ts";
import { loginName } from "./login-name.ts";
import { milestone } from "./progress.ts";
import { openSession } from "./session.ts";
import { openTerminal, type Terminal } from "./terminal.ts";
import { shortText } from "./text/campaign.ts";

/** Large enough that the policies require a person for one of its orders. */
const brief = `name: Acme Trail Shoes
brand: { domain: acme.example, name: Acme Outdoor }
objective: awareness
budget: 320,000 EUR
flight: { start: 2027-01-18, end: 2027-02-14 }
countries: [DE, AT]
channels: [ctv, olv, streaming_audio, dooh]
kpi: { metric: completed_views, target: 20000000 }
limits:
  max_cpm: 40 EUR
  max_share_per_seller: 35%
  reallocation_threshold: 320,000 EUR
message: Grip for every path. Show a runner at dawn on a forest trail.
`;
const [firstDay, lastDay] = ["2027-01-18", "2027-02-14"];
/** On which the person changes a buy. */
const changeDay = "2027-01-27";
/** After that, weeks will do. */
const daysAfterChange = 7;
const month = "2027-02";
/** A seller that closes no figures is not waited for any longer. */
const mostDaysAfter = 15;

const caller: Caller = { kind: "terminal", name: loginName() };
const { bold, quiet } = paint(true);

interface Tour {
  readonly desk: Desk;
  readonly terminal: Terminal;
  readonly day: () => string;
  readonly pass: (days: number) => void;
}

/** `flightdesk demo`: a campaign from its brief to its statement, with a person where one decides. */
export async function guideThrough(flags: Flags): Promise<void> {
  const folder = join(textOf(flags["home"]) ?? process.env["FLIGHTDESK_HOME"] ?? ".flightdesk", "demo");
  using terminal = openTerminal("the tour is not begun");
  writing(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }));
  // Settings, policies and approvers of where it was started are for real campaigns.
  process.chdir(folder);
  const observe: Observer = ({ event }, state) => {
    if (event.type === "plan-made" && event.plan.freed === undefined)
      terminal.show(`\n${shortText("plan", state, true).trimEnd()}\n`);
    const line = milestone(event, state);
    if (line !== "") terminal.show(indented(line).join("\n"));
    if (event.type === "reallocation-decided")
      for (const { lineId, from, to } of event.reallocation.moves)
        row(terminal, `  ${nameIn(state, lineId)}`, `${formatMoney(from)} -> ${formatMoney(to)}`);
  };
  await using session = await openSession({ sandbox: true, home: "." }, { progress: () => undefined });
  const { simulation = { now: Date.now, advance: () => undefined } } = session;
  // Here days pass when the tour says so.
  const desk: Desk = { ...session, simulation: undefined, observe };
  const tour: Tour = { desk, terminal, day: () => dayOf(simulation.now()), pass: simulation.advance };
  const campaign = await order(tour);
  await approve(tour, campaign);
  await change(tour, campaign);
  await measure(tour, campaign, folder);
}

/** `Out-stream video, kiosk-exchange.example` */
function nameIn(state: CampaignState, lineId: string): string {
  const line = state.plan?.lines.find((one) => one.lineId === lineId);
  return line === undefined ? lineId : `${packageName(state, line)}, ${line.sellerId}`;
}

async function order({ desk, terminal }: Tour): Promise<string> {
  begin(terminal, "1  The brief", "A budget, a target and limits. This is all that flightdesk gets:");
  terminal.show(brief.replaceAll(/^(?=.)/gm, "  "));
  await pause(terminal, "ask eleven simulated sellers, plan, and order");
  const input = { brief: { name: "tour.yaml", text: brief }, execute: true, again: true };
  return (await callOperation("run", desk, input, caller)).campaign;
}

async function approve({ desk, terminal, pass }: Tour, campaign: string): Promise<void> {
  begin(
    terminal,
    "2  Your word",
    "Most orders went out automatically, once the policies and the governance agent had approved them. This one is so large that the policies require a person:",
  );
  for (;;) {
    const { waiting } = await callOperation("inbox", desk, {}, caller);
    const step = waiting.find(({ campaignId }) => campaignId === campaign);
    if (step === undefined) break;
    terminal.show(
      [step.purpose, `${formatMoney(step.total)} at most, at ${step.seller}`, ...step.reasons]
        .flatMap(indented)
        .join("\n"),
    );
    await untilRight(terminal, () => confirmTotal(step, terminal));
    await callOperation("approve", desk, { step: step.stepId, campaign, seen: step.seen }, caller);
  }
  // A seller's people think about their order overnight.
  pass(1);
  await callOperation("resume", desk, { campaign }, caller);
}

async function change(tour: Tour, campaign: string): Promise<void> {
  const { desk, terminal } = tour;
  begin(terminal, "3  The flight", "Sellers report each night. Nothing is to be done, until you want it.");
  await pause(terminal, "watch the first days");
  const { plan } = (await watch(tour, campaign, changeDay)).report;
  const { buys } = await callOperation("buys", desk, { campaign }, caller);
  const lines = buys.flatMap((buy) =>
    buy.lines.flatMap(({ lineId, budget }) => {
      const { product = lineId } = plan?.lines.find((line) => line.lineId === lineId) ?? {};
      return budget === undefined ? [] : [{ lineId, budget, name: `${product}, ${buy.seller}` }];
    }),
  );
  begin(
    terminal,
    "4  A change",
    "Which package should be cut to half of its budget? The rest goes where it brings more.",
  );
  lines.forEach(({ name, budget }, i) => {
    row(terminal, `${i + 1}  ${name}`, formatMoney(budget));
  });
  await untilRight(terminal, async () => {
    const answer = await terminal.ask(`A number from 1 to ${lines.length}: `);
    const chosen = lines[Number(answer) - 1];
    if (chosen === undefined) throw new UsageError(`"${answer}" is not a number of the list`);
    const to = money(Math.round(chosen.budget.minor / 2), chosen.budget.currency);
    const requested = { verb: "decrease" as const, to };
    const input = { campaign, line: chosen.lineId, requested, execute: true };
    const { status, reason, differences } = await callOperation("change-buy", desk, input, caller);
    if (status !== "done") throw new UsageError(`${status}: ${reason ?? "the seller does not take it"}`);
    for (const { what, before, after } of differences)
      terminal.show(indented(`${what}: ${before} -> ${after}`).join("\n"));
  });
  await pause(terminal, "watch what becomes of the money");
}

/** Lets days pass up to `last`, and shows them with what was delivered and spent until then: once that is known, only weeks. */
async function watch(tour: Tour, campaign: string, last: string): Promise<CampaignOutput> {
  const { desk, terminal, day, pass } = tour;
  const shownDaily = day() < changeDay ? last : addDays(day(), daysAfterChange);
  for (;;) {
    pass(day() < firstDay ? eachDay(day(), firstDay).length : 1);
    const stands = await callOperation("resume", desk, { campaign }, caller);
    if (day() <= shownDaily || isSunday(day()) || day() >= last) terminal.show(dayLine(day(), stands));
    if (day() >= last) return stands;
  }
}

function isSunday(day: string): boolean {
  return new Date(day).getUTCDay() === 0;
}

/** What is reported up to a day; of a figure that no seller reports there is none. */
export function dayLine(
  day: string,
  {
    report: { headline, delivery, plan },
  }: { readonly report: Pick<Report, "headline" | "delivery" | "plan"> },
): string {
  const delivered = delivery.buys.map((buy) => buy.delivered);
  const shown = totalIfAny(delivered, ({ impressions }) => impressions);
  const isPaid = delivered.length === 0 || delivered.some(({ spend }) => spend !== undefined);
  const spent = isPaid ? headline.money?.spent : undefined;
  const gap = gapWords(
    total(delivered, ({ notReported }) => Math.max(notReported.impressions, notReported.spend)),
  );
  const share = plan === undefined || spent === undefined ? 0 : spent.minor / plan.total.minor;
  const filled = Math.round(Math.min(1, share) * barWidth);
  const bar = "█".repeat(filled) + quiet("░".repeat(barWidth - filled));
  const none = delivered.length === 0 ? "0" : "-";
  const amounts = [
    (spent === undefined ? none : formatPercent(share)).padStart(5),
    (spent === undefined ? none : formatRounded(spent)).padStart(11),
    (shown === undefined ? none : formatShort(shown)).padStart(6),
  ];
  return `  ${day}  ${bar} ${amounts.join("  ")} impressions${gap && `, ${gap}`}`;
}

const barWidth = 20;

async function measure(tour: Tour, campaign: string, folder: string): Promise<void> {
  const { desk, terminal, pass } = tour;
  await watch(tour, campaign, lastDay);
  begin(
    terminal,
    "5  The books",
    "The flight is over. Sellers restate figures for some days, and then close them.",
  );
  let stands = await callOperation("resume", desk, { campaign }, caller);
  for (let days = 0; stands.report.campaign.ended === undefined && days < mostDaysAfter; days++) {
    pass(1);
    stands = await callOperation("resume", desk, { campaign }, caller);
  }
  for (const sentence of stands.report.headline.summary.slice(-3))
    terminal.show(indented(sentence).join("\n"));
  const made = await callOperation("statement", desk, { month, campaign }, caller);
  terminal.show(`\n${bold(`Statement for ${month}`)}`);
  row(terminal, "Package", "Ordered          Spent Variance  ");
  for (const { product, ordered, spend, variance, flagged } of made.rows) {
    const amounts = [ordered.budget, spend].map((amount) => (amount ? formatMoney(amount) : ""));
    const share = variance === undefined ? "" : formatPercent(variance, 1);
    const figures = [...amounts.map((amount) => amount.padStart(14)), share.padStart(8), flagged ? "!" : " "];
    row(terminal, product, figures.join(" "));
  }
  const reportInput = {
    home: ".",
    settings: desk.settings,
    formats: ["html" as const],
    output: "report.html",
  };
  await writeReport(campaign, stands.report, reportInput);
  await writeStatement(made, month, ".", { out: "." });
  terminal.show(
    [
      "",
      bold("Yours to explore"),
      `  ${join(folder, "report.html")}`,
      `  ${join(folder, `statement-${month}.xlsx`)}`,
      "",
      "Next: flightdesk init, and a brief of your own.",
    ].join("\n"),
  );
}

/** Words to the left, figures to the right. */
function row(terminal: Terminal, words: string, figures: string): void {
  const room = lineWidth - textWidth(figures) - 4;
  const fitted = fitText(words, room);
  terminal.show(`  ${fitted}${" ".repeat(room - textWidth(fitted))}  ${figures}`);
}

function begin(terminal: Terminal, title: string, words: string): void {
  terminal.show(["", bold(title), ...wrapText(words, lineWidth), ""].join("\n"));
}

async function pause(terminal: Terminal, what: string): Promise<void> {
  await terminal.ask(quiet(`Enter: ${what} `));
}

/** Has a person try again where what was typed does not fit. */
async function untilRight(terminal: Terminal, attempt: () => Promise<void>): Promise<void> {
  for (;;)
    try {
      return await attempt();
    } catch (cause) {
      if (!(cause instanceof UsageError) || brokenOff.test(cause.message)) throw cause;
      terminal.show(indented(cause.message).join("\n"));
    }
}

const brokenOff = /it was broken off$/;
