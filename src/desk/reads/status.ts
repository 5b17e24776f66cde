import { z } from "zod";
import { reallocations } from "../../brief/brief.ts";
import { undelivered, undeliveredSchema } from "../../campaign/execute/outbox.ts";
import { pacings } from "../../campaign/measure/outcome.ts";
import {
  type PauseStatus,
  pauseStatusSchema,
  type StopOrder,
  stopOrderSchema,
} from "../../campaign/model/decisions/stop-order.ts";
import { locksIn, lockWords } from "../../campaign/model/derived/locks.ts";
import { leaveToMove, leaveWords } from "../../campaign/model/derived/moves.ts";
import { isOnSandbox, nameOf } from "../../campaign/model/derived/sandbox-mark.ts";
import { orphanSchema } from "../../campaign/model/learned/orphan.ts";
import { stateOf } from "../../campaign/model/state/journal.ts";
import type { CampaignState } from "../../campaign/model/state/state.ts";
import { alertsIn } from "../../campaign/reallocate/money-alerts.ts";
import { basisOf, fixedBy } from "../../campaign/run/change-brief.ts";
import { waitingOf, waitingSchema } from "../../campaign/run/waiting.ts";
import { notStopped } from "../../campaign/stop/not-stopped.ts";
import { type Objection, objectionSchema, objectionsTo } from "../../campaign/stop/objections.ts";
import { campaignsIn } from "../../campaign/stop/stop-orders.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { isoTime } from "../../lib/clock.ts";
import { dayOf } from "../../lib/days.ts";
import { type Described, each, fields } from "../../lib/described.ts";
import { groupBy } from "../../lib/group-by.ts";
import { money, moneySchema } from "../../lib/money.ts";
import { downChannels } from "../../notify/box.ts";
import { budgetReconciliationSchema } from "../../report/sections/money-summary.ts";
import { campaignInput, noteSandbox, stateNamed } from "../campaigns.ts";
import { keptNames } from "../comparisons.ts";
import { keptRows } from "../kept-rows.ts";
import { operation } from "../operation.ts";
import { cleanOrphan } from "../orphans.ts";
import {
  budgetOf,
  campaignOutput,
  campaignOutputSchema,
  withheldOf,
  withheldSchema,
} from "../outputs/campaign-output.ts";
import { notPlacedOf, notPlacedSchema } from "../outputs/not-placed.ts";
import { cleanReason } from "../outputs/stop-output.ts";

const statusRowSchema = fields({
  campaign: z.string(),
  name: z.string(),
  begunAt: z.string(),
  ended: z.string().optional(),
  steps: z.record(z.string(), z.number().int()).describe("number of steps by status"),
  waiting: z.array(waitingSchema),
  undelivered: z.array(undeliveredSchema).describe("messages that the governance agent has not taken yet"),
  alerts: each({ at: z.string(), lineId: z.string(), text: z.string() }).describe(
    "what there is to know of running packages, the oldest first",
  ),
  locks: each({ lineId: z.string(), set: z.string().describe("by whom, when, how and why") })
    .optional()
    .describe(
      "lines that a person has set: flightdesk moves none of their money until `buys free`; absent where there are none",
    ),
  reallocation: fields({
    rung: z.enum(reallocations),
    most: moneySchema.describe("what may move within a week without a person"),
    saidBy: z.enum(["brief", "desk", "nobody"]).describe("desk: `reallocation` in flightdesk.yaml"),
    text: z.string(),
  })
    .optional()
    .describe("whether money moves between running lines; absent where there is no brief"),
  notPlaced: notPlacedSchema.optional(),
  pacing: each({
    budget: moneySchema,
    planned: moneySchema.describe("what their curves want spent on the days that are reported"),
    spent: moneySchema,
    notReported: z.number().int().describe("days of packages without a report: in neither of these"),
  }).describe("packages that were bought, one entry for each currency"),
  budgetReconciliation: budgetReconciliationSchema.optional().describe("absent before there is a plan"),
  orphans: z.array(orphanSchema).describe("what `audit orphans` found when it was last run"),
});

/** What `status` prints with `--json` when no campaign is named. */
export const statusOutputSchema = fields({
  command: z.literal("status"),
  orders: z
    .array(
      stopOrderSchema.extend({
        notStopped: z.array(pauseStatusSchema).describe("as the ledger knows it: no seller is asked"),
        objections: z.array(objectionSchema).describe("pauses that the governance agent has not agreed to"),
      }),
    )
    .describe("stop orders that stand"),
  campaigns: z.array(statusRowSchema),
  compared: z
    .array(z.string())
    .optional()
    .describe("ids of plans and comparisons that were kept and never begun; absent where there are none"),
  comparedNames: each({ campaign: z.string(), name: z.string() })
    .optional()
    .describe("the same by the names of their briefs, the newest first"),
  withheld: withheldSchema,
  notifications: each({
    channel: z.string(),
    unsent: z.number().int().describe("messages that it has not taken"),
    since: z.string().describe("UTC, ISO 8601"),
    reason: z.string(),
  })
    .optional()
    .describe("channels that do not take their messages; absent where all do"),
});

type StatusRow = Described<typeof statusRowSchema>;

/** Each campaign in one row, and what became of each order. `now` is UTC milliseconds. */
async function statusOutput(ledger: Ledger, orders: readonly StopOrder[], now: number) {
  if (orders.length === 0) return { command: "status", orders: [], campaigns: await rowsOf(ledger, now) };
  const campaigns: StatusRow[] = [];
  const under = orders.map((order) => ({
    order,
    left: [] as PauseStatus[],
    objections: [] as Objection[],
  }));
  // One after the other, so that the states of many campaigns are not in memory at once.
  for (const id of await campaignsIn(ledger)) {
    const state = await stateOf(ledger, id);
    campaigns.push(statusRow(state, now));
    for (const { order, left, objections } of under) {
      left.push(...notStopped(order, state).map(cleanReason));
      objections.push(...objectionsTo(order, state).map(cleanReason));
    }
  }
  return {
    command: "status",
    orders: under.map(({ order, left, objections }) => ({
      ...order,
      notStopped: left,
      objections,
    })),
    campaigns,
  };
}

const rowsOf = keptRows(statusRow);

function statusRow(state: CampaignState, now: number): StatusRow {
  const steps: Record<string, number> = {};
  for (const { status } of state.steps) steps[status] = (steps[status] ?? 0) + 1;
  const locks = locksIn(state).map((lock) => ({
    lineId: lock.lineId,
    set: cleanText(lockWords(lock), 300),
  }));
  return {
    campaign: state.id,
    name: nameOf(state),
    begunAt: state.begunAt ?? "",
    ended: state.ended,
    steps,
    waiting: waitingOf(state, now),
    undelivered: undelivered(state),
    alerts: alertsIn(state, dayOf(now)).map(({ at, lineId, text }) => ({ at, lineId, text })),
    ...(locks.length > 0 && { locks }),
    ...leaveOf(state),
    ...notPlacedOf(state, dayOf(now)),
    pacing: pacingOf(state),
    ...budgetOf(state),
    orphans: state.orphanLook?.orphans.map(cleanOrphan) ?? [],
  };
}

function leaveOf({ brief, deskReallocation, ended }: CampaignState): Pick<StatusRow, "reallocation"> {
  if (brief === undefined || ended !== undefined) return {};
  const leave = leaveToMove(brief, deskReallocation);
  return { reallocation: { ...leave, text: leaveWords(leave) } };
}

function pacingOf(state: CampaignState): StatusRow["pacing"] {
  return [...groupBy(pacings(state), ({ currency }) => currency)].map(([currency, same]) => {
    const total = (of: "budget" | "planned" | "spent") =>
      money(
        same.reduce((all, pacing) => all + pacing[of], 0),
        currency,
      );
    const notReported = same.reduce((all, pacing) => all + pacing.notReported, 0);
    return { budget: total("budget"), planned: total("planned"), spent: total("spent"), notReported };
  });
}

/** How all campaigns stand, as the ledger knows it. */
export const status = operation({
  input: fields({}),
  output: statusOutputSchema,
  run: async ({ app, home, note, settings, now }) => {
    const output = await statusOutput(app.ledger, await app.stopOrders.orders(), now());
    if (!app.onSandbox)
      noteSandbox(output.campaigns.filter(({ campaign: id }) => isOnSandbox({ id })).length, note);
    const begun = new Set(output.campaigns.map(({ campaign }) => campaign));
    const comparedNames = keptNames(home).filter((one) => !begun.has(one.campaign));
    const compared = comparedNames.map((one) => one.campaign).toSorted();
    const notifications = (await downChannels(app.ledger)).map(({ since, ...channel }) => ({
      ...channel,
      since: isoTime(since),
    }));
    const [withheld] = output.campaigns.flatMap(
      ({ campaign: id, ended }) => withheldOf({ id, ended }, settings) ?? [],
    );
    return {
      ...output,
      ...(withheld !== undefined && { withheld }),
      ...(compared.length > 0 && { compared, comparedNames }),
      ...(notifications.length > 0 && { notifications }),
    };
  },
});

/** How one campaign stands, with its report. */
export const campaign = operation({
  input: fields(campaignInput),
  output: campaignOutputSchema,
  run: async (desk, { campaign: named }) => {
    const state = await stateNamed(desk, named);
    const waiting = waitingOf(state, desk.now());
    const inForce = (await desk.app.stopOrders.orders()).filter(
      ({ scope }) => scope.type === "all" || (scope.type === "campaign" && scope.id === state.id),
    );
    const orders = inForce.length > 0 ? inForce : undefined;
    const withheld = withheldOf(state, desk.settings);
    const basis = fixedBy(state) === undefined && { basis: basisOf(state) };
    return campaignOutput(state, { command: "status", executed: true, waiting, orders, withheld, ...basis });
  },
});
