import { daysMark } from "../../campaign/steps/buy-steps.ts";
import { laterDay } from "../../lib/days.ts";
import { sha256 } from "../../lib/digest.ts";
import { channelNames } from "../../lib/english.ts";
import { groupBy } from "../../lib/group-by.ts";
import { formatMoney, type Money, totalMoney } from "../../lib/money.ts";
import { formatPrice } from "../../lib/price.ts";
import { type Block, facts, list, prose } from "../blocks/document.ts";
import { curveInWords, deliveryWords, formatLongDay, pricingWords } from "../blocks/format.ts";
import { html } from "../blocks/html-template.ts";
import { figure, header, plain, table, under } from "../blocks/table.ts";
import { htmlBlocks } from "../renderers/html-blocks.ts";
import { type PageBrand, renderPage } from "../renderers/page.ts";
import type { Report } from "../report.ts";
import { constraintBlocks } from "../sections/constraints.ts";
import {
  type MissingDetail,
  missingDetails,
  missingWords,
  type OrderTerms,
  type Party,
  partiesOf,
  termFacts,
} from "./order-terms.ts";

type Line = NonNullable<Report["plan"]>["lines"][number];
type Days = NonNullable<Report["brief"]>["flight"];

export interface NamedPage {
  /** Tells it from the others of its kind. */
  readonly name: string;
  readonly page: string;
  /** What has to be known before it can be signed. */
  readonly missing?: readonly MissingDetail[];
}

/** What the settings put on every document. */
export interface Letterhead {
  readonly brand?: PageBrand;
  /** Domain of whoever buys. */
  readonly operator?: string;
  /** For insertion orders. */
  readonly terms?: OrderTerms;
}

/** Each order of a seller, in one currency and burst, as it is or would be sent, for two people to sign. */
export async function insertionOrders(report: Report, letterhead: Letterhead = {}): Promise<NamedPage[]> {
  const byOrder = groupBy(report.plan?.lines ?? [], ({ sellerId, budget, place, order, ...line }) =>
    [sellerId, budget.currency.toLowerCase(), daysMark(line), place?.toLowerCase(), order]
      .filter((part) => part !== undefined)
      .join("-"),
  );
  return Promise.all(
    [...byOrder]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(async ([name, lines]) => ({
        name: `insertion-order.${name}`,
        ...(await orderPage(report, { name, lines }, letterhead)),
      })),
  );
}

interface Order {
  readonly name: string;
  readonly lines: readonly Line[];
}

async function orderPage(report: Report, order: Order, letterhead: Letterhead) {
  const { campaign, brief, headline } = report;
  const { lines } = order;
  const { terms = {}, operator, brand } = letterhead;
  const { parties: known = {} } = terms;
  const { sellerId = "", status } = lines[0] ?? {};
  const flight = daysOf(lines, brief?.flight);
  const seller = known[sellerId]?.name ?? sellerId;
  const parties = partiesOf(letterhead, brief?.advertiser, [sellerId]);
  const missing = missingDetails(terms, parties);
  const content = await htmlBlocks(
    [
      facts(referencesOf(report, order, known)),
      partiesTable(parties, known, operator),
      packagesTable(report, lines),
      constraintBlocks(lines),
      facts(termFacts(terms)),
      prose(
        "Budgets are net, and the most that is paid. Delivery is measured against the curve named for each package. Where this page differs, the seller's confirmed booking prevails.",
      ),
      list(missingWords(missing), "Not ready to sign; still missing"),
    ],
    report,
  );
  const page = renderPage(
    {
      kind: "document",
      title: `Insertion order: ${headline.title}, ${seller}`,
      eyebrow: status === "done" ? "Insertion order" : "Insertion order, draft: not confirmed by the seller",
      heading: `${headline.title}: ${seller}`,
      lead: `${formatMoney(totalOf(lines))}, ${daysInWords(flight) ?? "no days yet"}.`,
      main: html`<section>${content}
${missing.length === 0 && signatures(totalOf(lines))}</section>`,
      footer: html`Campaign ${campaign.id}, after event ${campaign.sequence}.`,
    },
    brand,
  );
  return { page, missing };
}

/** With the total, on whichever page they come to stand. */
function signatures(total: Money) {
  return html`<div class="sign"><p class="total">Total, net: ${formatMoney(total)}</p>${["For the buyer", "For the seller"].map((who) => html`<div><h3>${who}</h3><p>Name, date and signature</p></div>`)}</div>`;
}

/** An order that was changed is issued anew, as its own next version. */
function referencesOf(report: Report, { name, lines }: Order, parties: NonNullable<OrderTerms["parties"]>) {
  const { brief, campaign } = report;
  const { mediaBuyId } = lines[0] ?? {};
  const version = 1 + new Set(lines.flatMap(({ changedAt = [] }) => changedAt)).size;
  const year = brief?.flight.start.slice(0, 4) ?? "";
  const flight = daysOf(lines, brief?.flight);
  return [
    ["Number", `IO-${[year, sha256(campaign.id).slice(0, 6), name].filter(Boolean).join("-")}`],
    ["Version", version === 1 ? "1" : `${version}, in place of version ${version - 1}`],
    ["Seller's reference", mediaBuyId ?? "none yet"],
    ["Campaign", brief?.name],
    ["Purchase order", brief && parties[brief.advertiser]?.purchase_order],
    ["Flight", flight && `${daysInWords(flight)}, both inclusive, in UTC`],
  ] as const;
}

const partyNames = { agency: "Buyer", client: "Advertiser", vendor: "Seller" } as const;

function partiesTable(
  parties: readonly Party[],
  details: NonNullable<OrderTerms["parties"]>,
  operator: string | undefined,
): Block {
  const known = parties.map(({ role, key }) => {
    const domain = role === "agency" ? operator : key;
    return { role: partyNames[role], domain, party: details[key] ?? {} };
  });
  return table<(typeof known)[number]>({
    caption: "Parties",
    rows: known,
    columns: [
      header("Party", ({ role }) => role),
      plain("Name", ({ domain, party }) => party.name ?? domain ?? "not named"),
      under("Domain", ({ domain, party }) => (party.name === undefined ? undefined : domain)),
      plain("Address", ({ party }) => party.address),
      under("VAT id", ({ party }) => party.vat_id),
      plain("Contact", ({ party }) => party.contact),
      under("Mail and telephone", ({ party }) => [party.mail, party.phone].filter(Boolean).join(", ")),
      under("Invoices to", ({ party: { invoices_to: to } }) => to && `invoices to ${to}`),
    ],
  });
}

function packagesTable({ offers, plan, brief }: Report, lines: readonly Line[]): Block {
  const offerOf = ({ offerId }: Line) => offers.find(({ id }) => id === offerId);
  const curves = new Map(plan?.calendar?.lines.map(({ lineId, curve }) => [lineId, curve]));
  return table<Line>({
    caption: "Packages",
    rows: lines,
    columns: [
      header("Package", ({ product }) => product),
      under("Channels", ({ channels }) => channelNames(channels)),
      plain("First and last day", (line) => daysInWords(daysOf([line], brief?.flight))),
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
      figure("Net budget", (line) => formatMoney(budgetOf(line)), { total: formatMoney(totalOf(lines)) }),
    ],
  });
}

function daysInWords(days: Days | undefined): string | undefined {
  return days && `${formatLongDay(days.start)} to ${formatLongDay(days.end)}`;
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
