import { z } from "zod";
import { liveBuys } from "../../campaign/account/live-buys.ts";
import type { CampaignState, StepState } from "../../campaign/model/state/state.ts";
import type { Difference } from "../../campaign/model/step/buy-change.ts";
import { buyNamedIn, isSameBuy } from "../../campaign/model/step/buy-identity.ts";
import { isOrder } from "../../campaign/model/step/kinds.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { groupBy } from "../../lib/group-by.ts";
import { moneySchema } from "../../lib/money.ts";
import { partsIn } from "../../lib/parts.ts";
import { textsOf } from "../blocks/format.ts";
import type { Described } from "../blocks/schema.ts";
import { packageName } from "./buys.ts";

/** Something that has changed, and who did it. */
export const recentChangeSchema = z.strictObject({
  at: z.string().describe("UTC, ISO 8601"),
  who: z.enum(["person", "desk", "seller", "governance"]),
  by: z.array(z.string()).describe("names of people, or the seller's"),
  did: z
    .enum([
      "pause",
      "unpause",
      "stop",
      "release",
      "cancel",
      "decrease",
      "increase",
      "extend",
      "swap-creative",
      "move",
      "propose-moves",
      "approve",
      "reject",
      "grant",
      "deny",
      "set-conditions",
      "book",
      "book-otherwise",
      "notice",
    ])
    .describe(
      "stop, release: of buys that an order paused, and its end let run; notice: what a seller's figures or creatives showed, in `text`",
    ),
  lineIds: z.array(z.string()),
  products: z.array(z.string()).describe("of those lines"),
  before: moneySchema.optional(),
  after: moneySchema.optional(),
  until: z.string().optional().describe("the new last day"),
  status: z.string().optional().describe("of a change that was asked for, where it is not made"),
  text: z.string().optional().describe("the reason, in the words of whoever gave it"),
});
export type RecentChange = Described<typeof recentChangeSchema>;

const [longestText, longestName] = [300, 60];
/** Alerts about what sellers did, and not about money or pace. */
const sellersNotices: ReadonlySet<string> = new Set([
  "creative disapproved",
  "figures changed",
  "not measured",
  "report overdue",
  "delivery stopped",
]);

type Change = Omit<RecentChange, "products">;

/** What people, the desk, sellers and governance have changed, the newest first. */
export function recentChanges(state: CampaignState): RecentChange[] {
  const lines = new Map((state.plan?.lines ?? []).map((line) => [line.lineId, line]));
  const productOf = (id: string) => {
    const line = lines.get(id);
    return line === undefined ? [] : [cleanText(packageName(state, line), longestName)];
  };
  const vendorOf = (id: string) =>
    cleanText(state.sellers?.find((seller) => seller.id === id)?.name ?? id, longestName);
  return everyChange(state)
    .sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0))
    .map(({ by, ...change }) => ({
      ...change,
      by: change.who === "seller" ? by.map(vendorOf) : by,
      products: [...new Set(change.lineIds.flatMap(productOf))],
    }));
}

function everyChange(state: CampaignState): Change[] {
  return [
    ...state.steps.flatMap(changesOf),
    ...stopsIn(state).map(
      ({ at, does, by, reason, lineIds }): Change => ({
        ...person(by === undefined ? [] : [by], at),
        did: does === "pause" ? "stop" : "release",
        lineIds,
        ...textOf(reason),
      }),
    ),
    ...state.planApprovals.map(({ by, at }): Change => ({ ...person([by], at), did: "approve" })),
    ...state.reallocations
      .filter(({ moves }) => moves.length > 0)
      .map(({ at, moved, moves }): Change => {
        const lineIds = moves.map(({ lineId }) => lineId);
        return { at, who: "desk", by: [], did: "propose-moves", lineIds, after: moved };
      }),
    ...state.makeGoods.map(
      ({ at, by, lineId, note }): Change => ({
        ...person([by], at),
        did: "grant",
        lineIds: [lineId],
        ...textOf(note),
      }),
    ),
    ...state.alerts
      .filter(({ kind }) => sellersNotices.has(kind))
      .map(
        ({ at, lineId, text }): Change => ({
          at,
          who: "seller",
          by: [],
          did: "notice",
          lineIds: [lineId],
          ...textOf(text),
        }),
      ),
  ];
}

/** Each stop order whose pauses sellers have made, and each release after which buys ran again. */
export function stopsIn(state: CampaignState) {
  const made = state.steps.flatMap(({ step, status, times }) =>
    step.stop === undefined || status !== "done"
      ? []
      : [{ step, stop: step.stop, at: times.answeredAt ?? "" }],
  );
  return [...groupBy(made, ({ stop }) => `${stop.does} ${stop.order}`).values()].flatMap((steps) => {
    const [first] = steps;
    if (first === undefined) return [];
    const buys = liveBuys(state).filter((buy) => steps.some(({ step }) => isSameBuy(buyNamedIn(step), buy)));
    return {
      ...first.stop,
      at: first.at,
      lineIds: buys.flatMap(({ packages }) => packages.map(({ lineId }) => lineId)),
    };
  });
}

function person(by: readonly string[], at: string) {
  return { at, who: "person", by, lineIds: [] } as const;
}

function textOf(text: string | undefined): Pick<Change, "text"> {
  return text === undefined || text === "" ? {} : { text: cleanText(text, longestText) };
}

/** What was asked of a step, what people and governance said to it, and what its seller made of it. */
function changesOf(current: StepState): Change[] {
  const { step, approval, rejection } = current;
  const of = { lineIds: step.lineIds };
  return partsIn<Change>([
    askedFor(current),
    approval !== undefined && { ...person([approval.by], approval.at), ...of, did: "approve" },
    rejection !== undefined && {
      ...person([rejection.by], rejection.at),
      ...of,
      did: "reject",
      ...textOf(rejection.reason),
    },
    ruled(current),
    booked(current),
  ]);
}

function askedFor({ step, status, check, reason, rejection }: StepState): Change[] {
  const { change, lineIds } = step;
  if (change === undefined || status === "replaced") return [];
  const made = check?.made === true;
  const of = { lineIds, ...valuesOf(change.differences) };
  if (change.reallocation !== undefined)
    return made ? [{ at: check.at, who: "desk", by: [], did: "move", ...of }] : [];
  const unmade = made ? {} : { status };
  // A person's no is an entry of its own.
  const isStopped = ["failed", "refused", "held"].includes(status) && rejection === undefined;
  const words = textOf(textsOf(change.reason, isStopped && reason).join("; "));
  return [
    { ...person(change.askedBy, change.askedAt), did: change.requested.verb, ...of, ...unmade, ...words },
  ];
}

function valuesOf(differences: readonly Difference[]): Pick<Change, "before" | "after" | "until"> {
  const budget = differences.find((one) => one.field === "budget");
  const end = differences.find((one) => one.field === "end");
  return {
    ...(budget?.field === "budget" && { before: budget.before, after: budget.after }),
    ...(end?.field === "end" && { until: end.after }),
  };
}

/** Where governance said no, or set conditions. */
function ruled({ step, verdicts }: StepState): Change[] {
  return verdicts.flatMap(({ at, verdict }): Change[] => {
    if (verdict.type !== "denied" && verdict.type !== "conditions") return [];
    const isTheirs = verdict.by === "governance";
    const text =
      verdict.type === "denied"
        ? verdict.reasons.join("; ")
        : verdict.conditions.map(({ reason }) => reason).join("; ");
    const did = verdict.type === "denied" ? "deny" : "set-conditions";
    return isTheirs ? [{ at, who: "governance", by: [], did, lineIds: step.lineIds, ...textOf(text) }] : [];
  });
}

/** Its seller confirmed an order, or holds what was ordered otherwise. */
function booked({ step, status, times, check }: StepState): Change[] {
  const seller = { who: "seller", by: [step.agentId], lineIds: step.lineIds } as const;
  const isBooked = isOrder(step) && status === "done" && times.answeredAt !== undefined;
  const order: Change[] = isBooked
    ? [{ ...seller, at: times.answeredAt ?? "", did: "book", after: step.amount }]
    : [];
  if (check?.question === undefined) return order;
  return [...order, { ...seller, at: check.at, did: "book-otherwise", ...textOf(check.findings.join("; ")) }];
}
