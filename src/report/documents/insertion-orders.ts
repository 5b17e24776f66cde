import { laterDay } from "../../lib/days.ts";
import { channelNames } from "../../lib/english.ts";
import { groupBy } from "../../lib/group-by.ts";
import { formatMoney, type Money } from "../../lib/money.ts";
import { formatPrice } from "../../lib/price.ts";
import { type Block, type Blocks, facts, prose } from "../blocks/document.ts";
import { curveInWords, deliveryWords, formatPeriod, pricingWords } from "../blocks/format.ts";
import { html } from "../blocks/html-template.ts";
import { figure, header, plain, table, under } from "../blocks/table.ts";
import { totalMoney } from "../blocks/totals.ts";
import { htmlBlocks } from "../renderers/html-blocks.ts";
import { type PageBrand, renderPage } from "../renderers/page.ts";
import type { Report } from "../report.ts";
import { constraintBlocks } from "../sections/constraints.ts";

type Line = NonNullable<Report["plan"]>["lines"][number];
type Days = NonNullable<Report["brief"]>["flight"];

export interface NamedPage {
  /** Tells it from the others of its kind. */
  readonly name: string;
  readonly page: string;
}

/** Each order of a seller, in one currency and burst, as it is or would be sent, for two people to sign. */
export async function insertionOrders(
  report: Report,
  { brand, operator }: { readonly brand?: PageBrand; readonly operator?: string } = {},
): Promise<NamedPage[]> {
  const byOrder = groupBy(report.plan?.lines ?? [], ({ sellerId, budget, flight, place, order }) =>
    [sellerId, budget.currency.toLowerCase(), flight?.start, place?.toLowerCase(), order]
      .filter((part) => part !== undefined)
      .join("-"),
  );
  return Promise.all(
    [...byOrder].map(async ([name, lines]) => ({
      name: `insertion-order.${name}`,
      page: await orderPage(report, lines, { brand, operator }),
    })),
  );
}

async function orderPage(
  report: Report,
  lines: readonly Line[],
  { brand, operator }: { readonly brand?: PageBrand; readonly operator?: string },
): Promise<string> {
  const { campaign, brief, headline } = report;
  const { sellerId = "", stepId, mediaBuyId, status } = lines[0] ?? {};
  const isPlaced = status === "done";
  const flight = daysOf(lines, brief?.flight);
  const blocks: Blocks = [
    facts([
      ["Our reference", `${campaign.id}/${stepId ?? sellerId}`],
      ["Seller's reference", mediaBuyId ?? "none yet"],
      ["Advertiser", brief?.brand],
      ["Buyer", operator ?? "not named"],
      ["Seller", sellerId],
      ["Flight", flight && `${formatPeriod(flight)}, both inclusive, in UTC`],
      ["Total", formatMoney(totalOf(lines))],
    ]),
    packagesTable(report, lines),
    constraintBlocks(lines),
    prose(
      "Budgets are net, and the most that is paid. Delivery is measured against the curve named for each package. Where this page differs, the seller's confirmed booking prevails.",
    ),
  ];
  const content = await htmlBlocks(blocks, report);
  return renderPage(
    {
      kind: "document",
      title: `Insertion order: ${headline.title}, ${sellerId}`,
      eyebrow: isPlaced ? "Insertion order" : "Insertion order, draft: not confirmed by the seller",
      heading: `${headline.title}: ${sellerId}`,
      lead: `${formatMoney(totalOf(lines))} from ${flight?.start ?? ""} to ${flight?.end ?? ""}.`,
      main: html`<section>${content}
<div class="sign">${["For the buyer", "For the seller"].map((who) => html`<div><h3>${who}</h3><p>Name, date and signature</p></div>`)}</div></section>`,
      footer: html`Campaign ${campaign.id}, after event ${campaign.sequence}.`,
    },
    brand,
  );
}

function packagesTable({ offers, plan }: Report, lines: readonly Line[]): Block {
  const offerOf = ({ offerId }: Line) => offers.find(({ id }) => id === offerId);
  const curves = new Map(plan?.calendar?.lines.map(({ lineId, curve }) => [lineId, curve]));
  return table<Line>({
    caption: "Packages",
    rows: lines,
    columns: [
      header("Package", ({ product }) => product),
      under("Channels", ({ channels }) => channelNames(channels)),
      plain("Pricing", (line) => pricingWords(offerOf(line)?.pricingModel)),
      figure("Price", (line) => {
        const { price } = offerOf(line) ?? {};
        return line.bid ? `bid ${formatPrice(line.bid)}` : price && formatPrice(price);
      }),
      under("Fees", (line) => offerOf(line)?.fees.join(", ")),
      plain("Delivery", (line) => deliveryWords(offerOf(line)?.deliveryType) || "not stated"),
      under("Curve", ({ lineId }) => curveInWords[curves.get(lineId) ?? "even"]),
      figure("Impressions", ({ changed, expectedImpressions: planned }) =>
        (changed?.expectedImpressions ?? planned)?.toLocaleString("en-US"),
      ),
      figure("Budget", (line) => formatMoney(budgetOf(line))),
    ],
  });
}

function totalOf(lines: readonly Line[]): Money {
  return totalMoney(lines, lines[0]?.budget.currency ?? "EUR", budgetOf);
}

/** As it is ordered now: a document that is signed holds what the seller has. */
function budgetOf({ budget, changed }: Line): Money {
  return changed?.budget ?? budget;
}

/** From the first day to the last on which any of them runs. */
function daysOf(lines: readonly Line[], whole: Days | undefined): Days | undefined {
  const planned = lines[0]?.flight ?? whole;
  if (planned === undefined) return undefined;
  const ends = lines.map(({ changed }) => changed?.end ?? planned.end);
  return { start: planned.start, end: ends.reduce(laterDay) };
}
