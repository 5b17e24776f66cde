import { cleanText } from "../../lib/clean-text.ts";
import { addDays, laterDay } from "../../lib/days.ts";
import { money, toDecimal } from "../../lib/money.ts";
import type { MediaBuy } from "../../protocol/records/media-buy.ts";
import {
  type AgreedPrice,
  agreedPrice,
  agreedWords,
  comparePrice,
  orMore,
  statedPrice,
  statedWords,
  type Worded,
} from "../account/agreed-price.ts";
import { paired, termsOfOrder } from "../account/ordered-now.ts";
import { type BoughtPackage, boughtPackages, mediaBuyIdOf } from "../model/derived/bought.ts";
import { type BuyDelivery, type DeliveryRow, daysOfRow } from "../model/measured/delivery.ts";
import type { Mismatch } from "../model/offers/mismatch.ts";
import { type CampaignState, type StepState, stepOf } from "../model/state/state.ts";
import type { BuyQuestion } from "../model/step/buy-change.ts";
import { isSameBuy } from "../model/step/buy-identity.ts";
import { isOrder } from "../model/step/kinds.ts";
import type { Step } from "../model/step/step.ts";

/** Prices that a seller confirms, or has in its books, otherwise than they were agreed. A lower one is a note. Pure. */
export function priceMismatches(
  step: Step,
  { packages = [] }: MediaBuy,
  { offers = [] }: Pick<CampaignState, "offers">,
): Mismatch[] {
  return paired(termsOfOrder(step)?.packages ?? [], packages).pairs.flatMap(([asked, has]) => {
    const offer = offers.find(
      (one) =>
        one.sellerId === step.agentId &&
        one.productId === asked.product_id &&
        one.pricingOptionId === asked.pricing_option_id &&
        // A seller may propose a product at another price than it lists it for.
        one.purchase?.bundle.id === step.bundle?.id,
    );
    if (offer === undefined) return [];
    const agreed = agreedPrice(offer, asked.bid_price);
    const stated = statedPrice(has);
    const comparison = comparePrice(stated, agreed);
    if (comparison === "as agreed") return [];
    const mismatch = {
      what: priceOf(has.package_id),
      wanted: agreedWords(agreed, asked.budget),
      stated: statedWords(stated, agreed, asked.budget)[0],
      isMoney: comparison === "other",
    };
    return [comparison === "less" ? { ...mismatch, isNote: true } : mismatch];
  });
}

/**
 * Prices of an order that its seller reports otherwise than they were agreed, or that what it reports comes to, but for those
 * that people have taken. Pure: made of what was taken in of its reports.
 */
export function reportedPrices(step: Step, state: CampaignState): Mismatch[] {
  const current = stepOf(state, step.id);
  const mediaBuyId = current && mediaBuyIdOf(current);
  if (mediaBuyId === undefined) return [];
  const buy = { sellerId: step.agentId, mediaBuyId };
  const delivery = state.delivery.find((one) => isSameBuy(one, buy));
  if (delivery === undefined) return [];
  return boughtPackages(state)
    .filter((one) => one.buyStep.step.id === step.id)
    .flatMap((one) => reportedPrice(one, delivery, state));
}

function reportedPrice(bought: BoughtPackage, delivery: BuyDelivery, state: CampaignState): Mismatch[] {
  const { packageId, budget, offer, bid, buyStep } = bought;
  const agreed = agreedPrice(offer, bid);
  const stated = delivery.prices?.find((one) => one.packageId === packageId);
  const units = toDecimal(budget);
  const words =
    stated === undefined ? worked(bought, agreed, { delivery, state }) : statedWords(stated, agreed, units);
  if (words === undefined) return [];
  const inWords = words.map((price) => ({
    what: priceOf(packageId),
    wanted: agreedWords(agreed, units),
    stated: price,
    isMoney: true,
  }));
  if (inWords.some((one) => isTaken(one, buyStep))) return [];
  // Of what goes up and down the most is asked about.
  const asked = inWords.find((one) => isAmong(one, buyStep.check?.question?.differences)) ?? inWords[0];
  return asked === undefined ? [] : [asked];
}

/** Whether people have taken a difference as it is. */
export function isTaken(one: Mismatch, { check }: Pick<StepState, "check">): boolean {
  return isAmong(one, check?.taken);
}

/** Whether a difference is one of these, in the same words. */
export function isAmong(one: Mismatch, differences: BuyQuestion["differences"] = []): boolean {
  return differences.some(
    ({ what, wanted, stated }) => what === one.what && wanted === one.wanted && stated === one.stated,
  );
}

/** How far over the agreed price what is reported may be before it is asked about, fees apart: counts are never quite alike. */
const tolerated = 1.2;
/** On one day alone. */
const toleratedOnADay = 1.5;
/** With fees or a signal's cost in it, of which a report says nothing. */
const toleratedWithFees = 2;

/**
 * What 1,000 impressions come to by what is reported, of all days, of the last one that is counted or of the last ones of totals, where
 * that is far over the price or the bid for them; undefined else.
 */
function worked(
  { packageId, lineId, offer }: BoughtPackage,
  agreed: AgreedPrice,
  { delivery, state }: { readonly delivery: BuyDelivery; readonly state: CampaignState },
): Worded | undefined {
  const { most, model, currency } = agreed;
  if (most === undefined || model !== "cpm" || delivery.currency !== currency) return undefined;
  const hasSignal = state.plan?.lines.some((one) => one.lineId === lineId && one.signal !== undefined);
  const factor = offer.fees !== undefined || hasSignal === true ? toleratedWithFees : tolerated;
  const unit = toDecimal(money(1, currency));
  const counted = countedRows(packageId, delivery);
  const prices = [
    { rows: counted, limit: most * factor },
    ...[counted.slice(-1), ...grown(packageId, delivery)].map((rows) => ({
      rows,
      limit: most * Math.max(factor, toleratedOnADay),
    })),
  ].flatMap(({ rows, limit }) => {
    const sumOf = (of: "spend" | "impressions" | "thousands") => rows.reduce((all, row) => all + row[of], 0);
    const [spend, impressions] = [sumOf("spend") * unit, sumOf("impressions")];
    // Each row may be billed by begun thousands.
    const isFarOver = impressions > 0 && spend > (impressions / 1000 + sumOf("thousands")) * limit;
    return isFarOver ? [(spend / impressions) * 1000] : [];
  });
  if (prices.length === 0) return undefined;
  const [first, ...more] = orMore(Math.max(...prices), most, agreed);
  const byReport = (words: string) => `${words} by what it reports`;
  return [byReport(first), ...more.map(byReport)];
}

/**
 * Rows of a package whose spend and impressions can be compared, by date. Left out is what a seller may still be counting: the last
 * day, and each that it calls unfinished.
 */
function countedRows(packageId: string, delivery: BuyDelivery): readonly Counted[] {
  const { rows, findings } = delivery;
  const newest = rows.reduce((last, { date }) => laterDay(last, date), "");
  const unfinished = new Set(findings.find(({ kind }) => kind === "partial")?.days);
  const isCounted = (row: DeliveryRow) =>
    row.final || row.from !== undefined || (row.date !== newest && !unfinished.has(row.date));
  return rows.flatMap((row) => {
    const { impressions, spendMinor, basis, final } = row;
    if (row.packageId !== packageId || basis !== "stated" || !isCounted(row)) return [];
    // What was not counted cannot be compared; of no impressions at all that is known once they are final.
    if (impressions === undefined || spendMinor === undefined || (impressions === 0 && !final)) return [];
    const spend = row.from === undefined ? spendMinor : countedSpend(row, spendMinor, delivery);
    return [{ spend, impressions, thousands: Math.min(1, impressions / 1000) }];
  });
}

interface Counted {
  /** Minor units. */
  readonly spend: number;
  readonly impressions: number;
  /** Begun thousands that may be billed beside the impressions. */
  readonly thousands: number;
}

/** What a total is surely counted with: of its last day there may be spend and no impressions yet, and the total before it is without it. */
function countedSpend(row: DeliveryRow, spend: number, { wholes = [] }: BuyDelivery): number {
  if (row.final) return spend;
  const before = wholes.findLast(
    ({ packageId, date }) => packageId === row.packageId && date === addDays(row.date, -1),
  )?.spendMinor;
  const days = daysOfRow(row).length;
  return before === undefined ? (spend * (days - 1)) / days : Math.min(spend, before);
}

/** So many steps of totals say what a price is: one alone may correct what was counted before. */
const fewestSteps = 3;

/**
 * What a package's totals have grown by since each of them, as far as the last one is surely counted. Nothing is compared with a total
 * that was corrected down; and a step with fewer impressions for its spend than the others may be such a correction, and is
 * taken for one like them.
 */
function grown(packageId: string, delivery: BuyDelivery): (readonly Counted[])[] {
  const last = delivery.rows.find((row) => row.packageId === packageId && row.from !== undefined);
  const totals = [
    ...new Map(
      delivery.wholes?.flatMap(({ packageId: of, date, impressions, spendMinor, basis }) =>
        of !== packageId || basis !== "stated" || impressions === undefined || spendMinor === undefined
          ? []
          : [[date, { date, impressions, spendMinor }] as const],
      ),
    ).values(),
  ];
  const newest = totals.at(-1);
  if (last === undefined || newest?.date !== last.date) return [];
  const counted = countedSpend(last, newest.spendMinor, delivery);
  const steps: { readonly spend: number; readonly impressions: number }[] = [];
  const all: (readonly Counted[])[] = [];
  for (let at = totals.length - 1; at > 0; at--) {
    const [since, next] = [totals[at - 1] ?? newest, totals[at] ?? newest];
    const step = {
      spend: next.spendMinor - since.spendMinor,
      impressions: next.impressions - since.impressions,
    };
    if (step.spend < 0 || step.impressions < 0) break;
    if (step.spend > 0) steps.push(step);
    if (steps.length < fewestSteps) continue;
    const impressions = newest.impressions - since.impressions;
    const usual = impressions / (newest.spendMinor - since.spendMinor);
    const fewer = Math.max(0, ...steps.map((one) => one.spend * usual - one.impressions));
    all.push([{ spend: counted - since.spendMinor, impressions: impressions + fewer, thousands: 1 }]);
  }
  return all;
}

/** Whether its seller has reported a price that nobody was asked about yet. */
export function hasNewPrice({ step, status, check }: StepState, state: CampaignState): boolean {
  if (!isOrder(step) || status !== "done") return false;
  const asked = check?.question?.differences;
  return reportedPrices(step, state).some((one) => !isAmong(one, asked));
}

const prefix = "the price of ";

function priceOf(packageId: string): string {
  return cleanText(`${prefix}${packageId}`, 120);
}

/** Whether a difference that people are asked about is one of price. */
export function isOfPrice({ what }: Pick<Mismatch, "what">): boolean {
  return what.startsWith(prefix);
}
