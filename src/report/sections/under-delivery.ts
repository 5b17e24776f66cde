import { z } from "zod";
import { type OrderedLine, orderedLines } from "../../campaign/buys/ordered-lines.ts";
import { outstandingOf } from "../../campaign/learn/under-delivery/outstanding.ts";
import type { UnderDelivery } from "../../campaign/model/learned/under-delivery.ts";
import type { CampaignState } from "../../campaign/model/state.ts";
import { packageKey } from "../../campaign/model/step/buy-identity.ts";
import { formatCount } from "../../lib/english.ts";
import { formatMoney, money, moneySchema } from "../../lib/money.ts";
import { productName } from "../account/buys.ts";
import { claimLetter, rowsOf, untilOf } from "../account/claim.ts";
import { type Block, marked, only, type Section, table } from "../document.ts";
import { formatPercent } from "../format.ts";
import { type Described, period } from "../schema.ts";
import { amount, date, number, type Sheet, sheet, text } from "../sheet.ts";

export const underDeliveriesSchema = z
  .array(
    z.strictObject({
      lineId: z.string(),
      sellerId: z.string(),
      mediaBuyId: z.string(),
      packageId: z.string(),
      product: z.string(),
      kind: z
        .enum(["projected", "final"])
        .describe("projected: it will be short, as it runs now; final: it is, by figures that are final"),
      foundAt: z.string(),
      guaranteed: z.boolean(),
      period,
      toldTo: z.string(),
      ordered: z.number(),
      delivered: z.number().describe("impressions that were told when it was found"),
      expected: z.number().describe("impressions at the end"),
      owed: z.number(),
      method: z.string(),
      proposal: z.string(),
      needsPerson: z.boolean().describe("what is proposed goes beyond the brief's flight"),
      makeGoods: z.array(
        z.strictObject({
          impressions: z.number(),
          until: z.string(),
          by: z.string(),
          at: z.string(),
          note: z.string().optional(),
        }),
      ),
      outstanding: z
        .number()
        .describe(
          "still missing by today's figures; while the time for what its seller granted runs, by its word",
        ),
      claim: z
        .string()
        .optional()
        .describe("draft to the seller, plain text for a mail; absent where nothing is asked of it"),
      reported: z
        .array(
          z.strictObject({
            from: z.string().optional().describe("where its seller told many days as a whole"),
            date: z.string(),
            impressions: z.number().optional(),
            spend: moneySchema.optional(),
            final: z.boolean(),
            sharedOut: z.boolean().describe("split from the buy's total"),
          }),
        )
        .describe("what its seller told, day by day"),
    }),
  )
  .describe("the last for each package");
type UnderDeliveries = Described<typeof underDeliveriesSchema>;
type Row = UnderDeliveries[number];

/** What lines are missing: of each package what was found last. Nothing where nothing was found. */
export function describeUnderDeliveries(state: CampaignState, today?: string): UnderDeliveries | undefined {
  const last = new Map(state.underDeliveries.map((one) => [packageKey(one), one]));
  if (last.size === 0) return undefined;
  const outstanding = outstandingOf(state);
  const lines = new Map(orderedLines(state).map((line) => [packageKey(line), line]));
  return [...last.values()].map((one) =>
    describe(one, {
      state,
      outstanding: outstanding.get(packageKey(one)) ?? 0,
      line: lines.get(packageKey(one)),
      today: today ?? one.at.slice(0, 10),
    }),
  );
}

function describe(
  underDelivery: CampaignState["underDeliveries"][number],
  {
    state,
    outstanding,
    line,
    today,
  }: {
    readonly state: CampaignState;
    readonly outstanding: number;
    readonly line: OrderedLine | undefined;
    readonly today: string;
  },
): Row {
  const { lineId, sellerId, mediaBuyId, packageId, kind, at, guaranteed, period, toldTo } = underDelivery;
  const { ordered, delivered, expected, owed, method, remedy } = underDelivery;
  const product = productName(state, sellerId, underDelivery.productId);
  const makeGoods = state.makeGoods.filter((one) => packageKey(one) === packageKey(underDelivery));
  const claim = claimLetter(underDelivery, { state, product, line, today });
  return {
    lineId,
    sellerId,
    mediaBuyId,
    packageId,
    product,
    kind,
    foundAt: at,
    guaranteed,
    period,
    toldTo,
    ordered,
    delivered,
    expected,
    owed,
    method,
    proposal: proposalWords(underDelivery, today),
    needsPerson: remedy.type !== "shift" && remedy.beyondFlight,
    makeGoods: makeGoods.map(({ impressions, until, by, at: grantedAt, note }) => ({
      impressions,
      until,
      by,
      at: grantedAt,
      note,
    })),
    outstanding,
    claim,
    reported: rowsOf(underDelivery, state).map(({ date, from, impressions, spendMinor, final, basis }) => ({
      ...(from !== undefined && { from }),
      date,
      impressions,
      ...(spendMinor !== undefined && { spend: money(spendMinor, underDelivery.budget.currency) }),
      final,
      sharedOut: basis === "shared out",
    })),
  };
}

function proposalWords({ remedy, period }: UnderDelivery, today: string): string {
  switch (remedy.type) {
    case "shift":
      return `give ${formatMoney(remedy.amount)} that it will not spend to other lines`;
    case "makeGood":
      return `a make-good of ${formatCount(remedy.impressions)} impressions${whenWords(remedy, untilOf(remedy, { period, today }))}, at no cost`;
    case "extension":
      return `more days for ${formatCount(remedy.impressions)} impressions${whenWords(remedy, untilOf(remedy, { period, today }))}, for the budget that is agreed`;
  }
}

function whenWords({ beyondFlight }: { readonly beyondFlight: boolean }, until: string | undefined) {
  const date = until === undefined ? "" : ` by ${until}`;
  return `${date}${beyondFlight ? ", which is after the brief's flight: a person decides" : ""}`;
}

/** Impressions of all makeGoods of a line. */
function grantedBy(makeGoods: Row["makeGoods"]): number {
  return makeGoods.reduce((total, { impressions }) => total + impressions, 0);
}

/** What lines are missing, what is proposed, and the draft of each claim. */
export const underDeliveries: Section<{ readonly underDeliveries?: UnderDeliveries }> = {
  id: "underDeliveries",
  name: "Under-delivery",
  title: "Under-delivery",
  blocks: ({ underDeliveries }) =>
    underDeliveries === undefined
      ? []
      : [underDeliveryTable(underDeliveries), ...underDeliveries.flatMap(claimDraft), whereDrafts],
};

function underDeliveryTable(rows: UnderDeliveries): Block {
  return table<Row>({
    caption: "Under-delivering lines, in impressions",
    rows,
    columns: [
      { label: "Line", kind: "header", cell: ({ product }) => product },
      { label: "Seller", under: true, cell: ({ sellerId }) => sellerId },
      { label: "Buy", under: true, cell: ({ mediaBuyId }) => mediaBuyId },
      { label: "Id", under: true, on: ["markdown"], cell: ({ lineId }) => lineId },
      { label: "Ordered", kind: "number", cell: ({ ordered }) => formatCount(ordered) },
      { label: "Delivered", kind: "number", cell: ({ delivered }) => formatCount(delivered) },
      { label: "Expected", kind: "number", cell: ({ expected }) => formatCount(expected) },
      { label: "Missing", kind: "number", cell: ({ owed }) => marked("strong", formatCount(owed)) },
      { label: "Share", under: true, cell: ({ owed, ordered }) => formatPercent(owed / ordered, 1) },
      {
        label: "Granted",
        kind: "number",
        cell: ({ makeGoods }) => makeGoods.length > 0 && formatCount(grantedBy(makeGoods)),
      },
      { label: "Outstanding", kind: "number", cell: ({ outstanding }) => formatCount(outstanding) },
      { label: "Found", kind: "short", cell: ({ kind, foundAt }) => `${kind}, ${foundAt.slice(0, 10)}` },
      { label: "Proposed", kind: "words", cell: ({ proposal }) => proposal },
      { label: "How it was calculated", kind: "words", cell: ({ method }) => method },
    ],
  });
}

function claimDraft({ claim, lineId }: Row): Block[] {
  if (claim === undefined) return [];
  return [only(["page"], { type: "letter", title: `Draft to the seller: ${lineId}`, text: claim })];
}

const whereDrafts = only(["markdown"], {
  type: "prose",
  text: "The draft of each claim: flightdesk claims show, with the id of its line.",
});

/** What a seller told of a package, to be attached to its letter. */
export function reportedSheet({ lineId, reported }: Pick<Row, "lineId" | "reported">): Sheet {
  return sheet<Row["reported"][number]>(
    `claim-${lineId.replaceAll(/[^\w.-]+/g, "-")}`,
    [
      { title: "From", width: 12, cell: ({ from }) => date(from) },
      { title: "Day", width: 12, cell: (row) => date(row.date) },
      { title: "Impressions", width: 14, cell: ({ impressions }) => number(impressions) },
      { title: "Currency", width: 10, cell: ({ spend }) => text(spend?.currency) },
      { title: "Spend", width: 14, cell: ({ spend }) => amount(spend) },
      { title: "Figures", width: 16, cell: ({ final }) => text(final ? "final" : "may be restated") },
      {
        title: "Split from the buy's total",
        width: 14,
        cell: ({ sharedOut }) => text(sharedOut ? "yes" : "no"),
      },
    ],
    reported,
  );
}
