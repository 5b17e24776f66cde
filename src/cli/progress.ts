import { sourceName, type Verdict, type VerdictSource } from "../campaign/model/decisions/verdict.ts";
import type { CampaignEvent } from "../campaign/model/state/events.ts";
import type { Observer } from "../campaign/model/state/journal.ts";
import type { CampaignState } from "../campaign/model/state/state.ts";
import { isOrder } from "../campaign/model/step/kinds.ts";
import { counted, formatCount, inARow } from "../lib/english.ts";
import { formatMoney, money, sum } from "../lib/money.ts";
import type { Stage } from "../report/contents.ts";
import type { Flags } from "./flags.ts";
import { tell } from "./print.ts";
import { shortText, stageText } from "./text/campaign.ts";
import { inPlan } from "./text/waiting-step.ts";

/** Prints each turn of a step on standard error. */
export const stepPrinter: Observer = ({ event }) => tell(progressLine(event));

/** The same, and each stage on standard output as it is recorded. */
export function printer(json: boolean): Observer {
  return ({ event }, state) => {
    tell(progressLine(event));
    if (!json) process.stdout.write(stageText(event, state, process.stdout.isTTY));
  };
}

/** Prints the plan alone on standard output, and on standard error what is bought and what needs attention. */
export function briefPrinter(json: boolean): Observer {
  return ({ event }, state) => {
    tell(milestone(event, state));
    if (!json && leavesOut(event, state))
      process.stdout.write(shortText("not asked", state, process.stdout.isTTY));
    if (!json && event.type === "plan-made" && event.plan.freed === undefined)
      process.stdout.write(shortText("plan", state, process.stdout.isTTY));
  };
}

/** Whether sellers were left out before anybody is asked. */
function leavesOut({ type }: CampaignEvent, { sellers = [], unasked = [] }: CampaignState): boolean {
  return type === "sellers-discovered" && (unasked.length > 0 || sellers.some(({ eligible }) => !eligible));
}

/** What a comparison or a plan comes to on standard output: doubts, who answered and the ranking, or the plan and failed checks. */
export function comparisonPrinter(command: "compare" | "plan"): Observer {
  const shown: Partial<Record<CampaignEvent["type"], Stage>> =
    command === "plan"
      ? { "products-read": "readings", "plan-made": "plan" }
      : { "offers-quoted": "offers", "offers-ranked": "ranking", "products-read": "readings" };
  const stageOf = (event: CampaignEvent, state: CampaignState): Stage | undefined => {
    switch (event.type) {
      case "sellers-discovered":
        return leavesOut(event, state) ? "not asked" : undefined;
      case "feasibility-judged":
        return event.findings.some(({ result }) => result !== "holds") ? "feasibility" : undefined;
      case "preflight-checked":
        return event.preflight.findings.some(({ result }) => result === "ask" || result === "block")
          ? "preflight"
          : undefined;
      default:
        return shown[event.type];
    }
  };
  return ({ event }, state) => {
    tell(progressLine(event));
    const stage = stageOf(event, state);
    if (stage === undefined) return;
    // Readings are only there where somebody asked for them, and what stops a campaign is in the words of its check.
    const isWhole = stage === "readings" || stage === "preflight";
    process.stdout.write(
      isWhole ? stageText(event, state, process.stdout.isTTY) : shortText(stage, state, process.stdout.isTTY),
    );
  };
}

/** What `--verbose` asks for. */
export function printerFor(flags: Flags): Observer {
  return (flags["verbose"] === true ? printer : briefPrinter)(flags["json"] === true);
}

/** What somebody wants to know of a run while it runs, in one line; empty for the many steps on the way. */
export function milestone(event: CampaignEvent, { steps }: CampaignState): string {
  switch (event.type) {
    case "step-answered": {
      const { stepId, status, replayed, check } = event.receipt;
      const step = steps.find((one) => one.step.id === stepId)?.step;
      if (step === undefined || !isOrder(step)) return "";
      const bought =
        status === "pending"
          ? "waits for the seller's people"
          : replayed
            ? "bought; it was booked already"
            : "bought";
      const subject = `${step.agentId}: ${formatMoney(step.amount)} ${bought}`;
      return [`${subject}${inPlan(step.amount, step.planAmount)}`, ...(check?.findings ?? [])].join("; ");
    }
    case "verdict-given":
      return ["denied", "escalated"].includes(event.verdict.type) ? progressLine(event) : "";
    case "reallocation-decided":
      return event.reallocation.moves.length > 0 ? progressLine(event) : "";
    case "plan-made":
    case "step-replaced":
    case "step-failed":
    case "step-escalated":
    case "campaign-stalled":
    case "market-reopened":
    case "brief-changed":
    case "policies-changed":
    case "under-delivery-found":
    case "books-compared":
      return progressLine(event);
    case "change-checked":
      return event.made ? "" : progressLine(event);
    default:
      return "";
  }
}

/** What happened to a step, in one line; empty for other events. */
export function progressLine(event: CampaignEvent): string {
  switch (event.type) {
    case "verdict-given":
      return `${event.stepId}: ${verdictWords(event.verdict)}`;
    case "step-replaced":
      return `${event.stepId}: goes on as ${event.by}: ${event.changes.join("; ")}`;
    case "step-begun":
      return `${event.stepId}: written down, sending`;
    case "sending-begun":
      return `${event.stepId}: sending again`;
    case "step-answered": {
      const { status, replayed, check } = event.receipt;
      const subject = status === "pending" ? "the seller's people must agree first" : "done";
      return [
        `${event.stepId}: ${subject}${replayed ? " (was done before)" : ""}`,
        ...(check?.findings ?? []),
      ].join("; ");
    }
    case "step-failed":
      return `${event.stepId}: ${event.code}, ${event.reason}`;
    case "step-escalated":
      return `${event.stepId}: a person must decide: ${event.reason}`;
    case "change-checked":
      return `${event.stepId}: ${event.made ? "read back, as asked for" : event.findings.join("; ")}`;
    case "more-booked": {
      const [order] = event.grown ?? [];
      const booked = order === undefined ? "an amount that cannot be counted" : formatMoney(order.amount);
      return `${event.stepId}: its seller has booked more of it, as ${event.shownTo} was shown; bound for it: ${booked}`;
    }
    case "signal-settled": {
      const { activation } = event;
      const { signalId, sellerId } = activation;
      return activation.result === "live"
        ? `signal/${sellerId}: ${signalId} is live`
        : `signal/${sellerId}: goes on without ${signalId}: ${activation.reason}`;
    }
    case "creative-previewed": {
      const { stepId, result, reason } = event.preview;
      return `${stepId}: preview ${result}${reason === undefined ? "" : `, ${reason}`}`;
    }
    case "alert-raised":
      return `alert, ${event.alert.lineId}: ${event.alert.text}`;
    case "under-delivery-found": {
      const { lineId, kind, owed } = event.underDelivery;
      return `${lineId}: under-delivery (${kind}) of ${formatCount(owed)} impressions; \`flightdesk claims show ${lineId}\``;
    }
    case "reallocation-decided": {
      const { id, moves, why } = event.reallocation;
      return `reallocation ${id}: ${moves.length === 0 ? "nothing moves" : `${moves.length} lines`}, ${why}`;
    }
    case "line-set":
      return `${event.by} has ${event.lineId} keep its money`;
    case "lines-freed":
      return `${event.by} freed ${event.freed.map(({ lineId }) => lineId).join(", ")}: its money may be moved again`;
    case "invoice-entered":
      return event.invoices
        .map(
          ({ number, mediaBuyId, amount }) => `invoice ${number}: ${formatMoney(amount)} for ${mediaBuyId}`,
        )
        .join("; ");
    case "money-left-idle":
      return `${event.by} lets ${formatMoney(event.amount)} stay idle: ${event.reason}`;
    case "books-compared": {
      const { buys, outcomes, silent } = event.ahead;
      const unread = silent.map(({ agentId }) => agentId).join(", ");
      return `sellers and governance hold ${buys.length} buys and ${outcomes.length} outcomes that the ledger does not${unread === "" ? "" : `; not read: ${unread}`}`;
    }
    case "hold-ended":
      return event.as === "accepted" ? "" : `${event.stepId}: held no more: ${event.reason}`;
    case "proposals-read":
      return `${counted(new Set(event.offers.map(({ purchase }) => purchase?.bundle.id)).size, "proposal")} that can be bought`;
    case "campaign-stalled":
      return `nothing is bought: ${event.reason}`;
    case "market-reopened":
      return "nothing could be bought last time: finding and asking sellers again";
    case "brief-changed":
      return `replanned, as ${event.requestedBy.join(" and ")} asked: ${event.change}`;
    case "plan-made": {
      const { freed = [], lines } = event.plan;
      const split = freed.at(-1)?.split;
      const amounts = freed.filter((one) => one.split === split).map(({ line }) => line.amount);
      const [first] = amounts;
      return first === undefined
        ? ""
        : `${formatMoney(sum(amounts, first.currency))} that came to nothing is split again: ${counted(lines.length, "package")} now`;
    }
    case "plan-approved":
      return `${event.by} approved the plan: ${counted(event.terms.packages.length, "package")}, ${formatMoney(money(event.terms.total, event.terms.currency))}`;
    case "policies-changed":
      return "the desk's rules are others than before: they count from here on";
    default:
      return "";
  }
}

export function verdictWords(verdict: Verdict): string {
  switch (verdict.type) {
    case "approved":
      return `approved by ${sourceName(verdict.by)}${verdict.notes.length > 0 ? ` (${verdict.notes.join("; ")})` : ""}`;
    case "conditions":
      return `${sourceName(verdict.by)} sets conditions: ${verdict.conditions.map(({ field, requiredValue, reason }) => `${field} = ${String(requiredValue)} (${reason})`).join("; ")}`;
    case "denied":
      return `refused by ${sourceName(verdict.by)}: ${inARow(verdict.reasons)}`;
    case "escalated":
      return `a person is asked${requiredBy(verdict.by)}: ${inARow(verdict.reasons)}`;
    case "held":
      return `held, ${sourceName(verdict.by)}: ${inARow(verdict.reasons)}`;
  }
}

/** Policies name themselves in their reasons. */
function requiredBy(by: VerdictSource): string {
  return typeof by === "string" ? ` (${sourceName(by)})` : "";
}

/** After the sellers are known: their calls go out first. */
const delayMs = 100;

/** Sees the sellers found, and loads what draws the report while they think. */
export function loadReportAhead(observe: Observer): Observer {
  return (recorded, state) => {
    observe(recorded, state);
    if (recorded.event.type !== "sellers-discovered") return;
    // What goes wrong here goes wrong again, and is reported, when the report is drawn.
    setTimeout(() => void load().catch(() => undefined), delayMs).unref();
  };
}

async function load(): Promise<void> {
  const [{ loadEcharts }] = await Promise.all([
    import("../report/charts/draw.ts"),
    import("../report/renderers/html.ts"),
  ]);
  await loadEcharts();
}
