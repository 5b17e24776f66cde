import { z } from "zod";
import { orderedLines } from "../../campaign/account/ordered-lines.ts";
import { findUnderDelivery } from "../../campaign/learn/under-delivery/find-under-delivery.ts";
import { outstandingOf } from "../../campaign/learn/under-delivery/outstanding.ts";
import { lockOn, lockWords } from "../../campaign/model/derived/locks.ts";
import type { UnderDelivery } from "../../campaign/model/learned/under-delivery.ts";
import type { CampaignState } from "../../campaign/model/state/state.ts";
import { buyKey, packageKey } from "../../campaign/model/step/buy-identity.ts";
import { laterDay } from "../../lib/days.ts";
import { formatCount } from "../../lib/english.ts";
import { formatMoney, money, moneySchema } from "../../lib/money.ts";
import { productName } from "../account/buys.ts";
import { claimLetter, rowsOf, untilOf } from "../account/claim.ts";
import { marked } from "../blocks/cell.ts";
import { type Block, only, type Section } from "../blocks/document.ts";
import { formatPercent } from "../blocks/format.ts";
import { type Described, described, each, period } from "../blocks/schema.ts";
import { amount, column, date, number, type Sheet, sheet, text } from "../blocks/sheet.ts";
import { figure, header, plain, table, under, words } from "../blocks/table.ts";
import { total } from "../blocks/totals.ts";

export const underDeliveriesSchema = each({
  lineId: z.string(),
  sellerId: z.string(),
  mediaBuyId: z.string(),
  packageId: z.string(),
  product: z.string(),
  kind: z
    .enum(["projected", "open", "final"])
    .describe(
      "projected: it will be short, as it runs now; open: its days are over, and its figures may be restated; final: they are final",
    ),
  foundAt: z.string(),
  guaranteed: z.boolean(),
  period,
  reportedTo: z.string(),
  ordered: z.number(),
  delivered: z.number().describe("impressions that are reported"),
  expected: z.number().describe("impressions at the end"),
  owed: z.number(),
  method: z.string(),
  proposal: z.string(),
  needsPerson: z.boolean().describe("what is proposed goes beyond the brief's flight"),
  makeGoods: each({
    impressions: z.number(),
    until: z.string(),
    by: z.string(),
    at: z.string(),
    note: z.string().optional(),
  }),
  outstanding: z
    .number()
    .describe(
      "still missing by today's figures; while the time for what its seller granted runs, by its word",
    ),
  claim: z
    .string()
    .optional()
    .describe("draft to the seller, plain text for a mail; absent where nothing is asked of it"),
  reported: each({
    from: z.string().optional().describe("where its seller reported many days as a whole"),
    date: z.string(),
    impressions: z.number().optional(),
    spend: moneySchema.optional(),
    final: z.boolean(),
    sharedOut: z.boolean().describe("split from the buy's total"),
  }).describe("what its seller reported, day by day"),
}).describe("the last for each package");
type UnderDeliveries = Described<typeof underDeliveriesSchema>;
type Row = UnderDeliveries[number];
type Reported = Row["reported"][number];

/**
 * What lines are missing: of each package what was found last. What today's figures find no more is left out, unless its seller
 * has granted something for it. Nothing where nothing is missing.
 */
export function describeUnderDeliveries(state: CampaignState, today?: string): UnderDeliveries | undefined {
  const outstanding = outstandingOf(state);
  const granted = new Set(state.makeGoods.map(packageKey));
  const last = new Map(
    state.underDeliveries
      .map((one) => [packageKey(one), one] as const)
      .filter(([key]) => outstanding.get(key) !== 0 || granted.has(key)),
  );
  if (last.size === 0) return undefined;
  const lines = new Map(orderedLines(state).map((line) => [packageKey(line), line]));
  const delivery = new Map(state.delivery.map((one) => [buyKey(one), one]));
  const all = [...last.values()].map((found) => {
    const key = packageKey(found);
    const ordered = lines.get(key);
    // As it stands by the figures of today; as it was found where those find it no more.
    const now = ordered && findUnderDelivery(ordered, delivery.get(buyKey(found)), { open: true });
    const one = { ...found, ...now };
    const foundOn = one.at.slice(0, 10);
    // A sandbox that was started again may be at an earlier day.
    const on = laterDay(today ?? foundOn, foundOn);
    const product = productName(state, one.sellerId, one.productId);
    return {
      ...one,
      kind: found.kind === "projected" && one.kind === "final" ? ("open" as const) : one.kind,
      product,
      foundAt: one.at,
      reportedTo: one.toldTo,
      proposal: proposalWords(one, on, state),
      needsPerson: one.remedy.type !== "shift" && isBeyond(untilOf(one.remedy, { ...one, today: on }), state),
      makeGoods: state.makeGoods.filter((granted) => packageKey(granted) === key),
      outstanding: outstanding.get(key) ?? 0,
      claim: claimLetter(one, { state, product, line: ordered, today: on }),
      reported: rowsOf(one, state).map((row) => ({
        ...row,
        spend: row.spendMinor === undefined ? undefined : money(row.spendMinor, one.budget.currency),
        sharedOut: row.basis === "shared out",
      })),
    };
  });
  return described(underDeliveriesSchema, all);
}

function isBeyond(until: string | undefined, { brief }: CampaignState): boolean {
  return until === undefined || until > (brief?.flight.end ?? "");
}

function proposalWords(
  { lineId, remedy, period }: UnderDelivery,
  today: string,
  state: CampaignState,
): string {
  const lock = lockOn(lineId, state);
  if (remedy.type === "shift" && lock)
    return `ask the vendor to catch up: its money stays, as ${lockWords(lock)}`;
  if (remedy.type === "shift")
    return `give ${formatMoney(remedy.amount)} that it will not spend to other lines`;
  const until = untilOf(remedy, { period, today });
  const by = until === undefined ? "" : ` by ${until}`;
  const when = `${by}${isBeyond(until, state) ? ", which is after the brief's flight: a person decides" : ""}`;
  const impressions = `${formatCount(remedy.impressions)} impressions`;
  return remedy.type === "makeGood"
    ? `a make-good of ${impressions}${when}, at no cost`
    : `more days for ${impressions}${when}, for the budget that is agreed`;
}

/** What lines are missing, what is proposed, and the draft of each claim. */
export const underDeliveries: Section<{ readonly underDeliveries?: UnderDeliveries }> = {
  id: "underDeliveries",
  name: "Under-delivery",
  title: "Under-delivery",
  blocks: ({ underDeliveries }) =>
    underDeliveries && [
      underDeliveryTable(underDeliveries),
      underDeliveries.map(({ claim = "", lineId }) =>
        only(["page"], { type: "letter", title: `Draft to the seller: ${lineId}`, text: claim }),
      ),
      whereDrafts,
    ],
};

function underDeliveryTable(rows: UnderDeliveries): Block {
  return table<Row>({
    caption: "Under-delivering lines, in impressions",
    rows,
    columns: [
      header("Line", ({ product }) => product),
      under("Seller", ({ sellerId }) => sellerId),
      under("Buy", ({ mediaBuyId }) => mediaBuyId),
      under("Id", ({ lineId }) => lineId, { on: ["markdown"] }),
      figure("Ordered", ({ ordered }) => formatCount(ordered)),
      figure("Delivered", ({ delivered }) => formatCount(delivered)),
      figure("Expected", ({ expected }) => formatCount(expected)),
      figure("Missing", ({ owed }) => marked("strong", formatCount(owed))),
      under("Share", ({ owed, ordered }) => formatPercent(owed / ordered, 1)),
      figure(
        "Granted",
        ({ makeGoods }) =>
          makeGoods.length > 0 && formatCount(total(makeGoods, ({ impressions }) => impressions)),
      ),
      figure("Outstanding", ({ outstanding }) => formatCount(outstanding)),
      plain("Found", ({ kind, foundAt }) => `${kind}, ${foundAt.slice(0, 10)}`, { kind: "short" }),
      words("Proposed", ({ proposal }) => proposal),
      words("How it was calculated", ({ method }) => method),
    ],
  });
}

const whereDrafts = only(["markdown"], {
  type: "prose",
  text: "The draft of each claim: flightdesk claims show, with the id of its line.",
});

/** What a seller reported of a package, to be attached to its letter. */
export function reportedSheet({ lineId, reported }: Pick<Row, "lineId" | "reported">): Sheet {
  const isAcross = reported.some(({ from }) => from !== undefined);
  const isSharedOut = reported.some(({ sharedOut }) => sharedOut);
  return sheet<Reported>(
    `claim-${lineId.replaceAll(/[^\w.-]+/g, "-")}`,
    [
      ...(isAcross ? [column<Reported>("From", 12, ({ from }) => date(from))] : []),
      column("Day", 12, (row) => date(row.date)),
      column("Impressions", 14, ({ impressions }) => number(impressions)),
      column("Currency", 10, ({ spend }) => text(spend?.currency)),
      column("Spend", 14, ({ spend }) => amount(spend)),
      column("Figures", 16, ({ final }) => text(final ? "final" : "may be restated")),
      ...(isSharedOut
        ? [
            column<Reported>("Split from the buy's total", 14, ({ sharedOut }) =>
              text(sharedOut ? "yes" : "no"),
            ),
          ]
        : []),
    ],
    reported,
  );
}
