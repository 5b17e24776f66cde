import { z } from "zod";
import { outstandingOf } from "../../campaign/learn/under-delivery/outstanding.ts";
import { packageKey } from "../../campaign/model/buy-identity.ts";
import type { UnderDelivery } from "../../campaign/model/learned/under-delivery.ts";
import type { CampaignState } from "../../campaign/model/state.ts";
import { formatCount } from "../../lib/english.ts";
import { formatMoney } from "../../lib/money.ts";
import { productName } from "../account/buys.ts";
import { claimMarkdown } from "../account/claim.ts";
import { type Block, marked, only, type Section, table } from "../document.ts";
import { formatPercent } from "../format.ts";
import { type Described, period } from "../schema.ts";

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
        .describe("draft to the seller, Markdown; absent where nothing is asked of it"),
    }),
  )
  .describe("the last for each package");
type UnderDeliveries = Described<typeof underDeliveriesSchema>;
type Row = UnderDeliveries[number];

/** What lines are missing: of each package what was found last. Nothing where nothing was found. */
export function describeUnderDeliveries(state: CampaignState): UnderDeliveries | undefined {
  const last = new Map(state.underDeliveries.map((one) => [packageKey(one), one]));
  if (last.size === 0) return undefined;
  const outstanding = outstandingOf(state);
  return [...last.values()].map((one) => describe(one, outstanding.get(packageKey(one)) ?? 0, state));
}

function describe(
  underDelivery: CampaignState["underDeliveries"][number],
  outstanding: number,
  state: CampaignState,
): Row {
  const { lineId, sellerId, mediaBuyId, packageId, kind, at, guaranteed, period, toldTo } = underDelivery;
  const { ordered, delivered, expected, owed, method, remedy } = underDelivery;
  const product = productName(state, sellerId, underDelivery.productId);
  const makeGoods = state.makeGoods.filter((one) => packageKey(one) === packageKey(underDelivery));
  const claim = claimMarkdown(underDelivery, { state, product });
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
    proposal: proposalWords(underDelivery),
    needsPerson: remedy.type !== "shift" && remedy.beyondFlight,
    makeGoods: makeGoods.map(({ impressions, until, by, at: grantedAt, note }) => ({
      impressions,
      until,
      by,
      at: grantedAt,
      ...(note === undefined ? {} : { note }),
    })),
    outstanding,
    ...(claim === undefined ? {} : { claim }),
  };
}

function proposalWords({ remedy }: UnderDelivery): string {
  switch (remedy.type) {
    case "shift":
      return `give ${formatMoney(remedy.amount)} that it will not spend to other lines`;
    case "makeGood":
      return `a make-good of ${formatCount(remedy.impressions)} impressions${whenWords(remedy)}, at no cost`;
    case "extension":
      return `more days for ${formatCount(remedy.impressions)} impressions${whenWords(remedy)}, for the budget that is agreed`;
  }
}

function whenWords({ until, beyondFlight }: { readonly until?: string; readonly beyondFlight: boolean }) {
  const date = until === undefined ? "" : ` by ${until}`;
  return `${date}${beyondFlight ? ", which is after the brief's flight: a person decides" : ""}`;
}

/** Impressions of all makeGoods of a line. */
function grantedBy(makeGoods: Row["makeGoods"]): number {
  return makeGoods.reduce((total, { impressions }) => total + impressions, 0);
}

/** What lines are missing, what is proposed, and the draft of each claim. */
export const underDeliveries: Section<{ readonly underDeliveries?: UnderDeliveries | undefined }> = {
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
