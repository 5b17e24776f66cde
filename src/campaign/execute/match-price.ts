import { cleanText } from "../../lib/clean-text.ts";
import { laterDay } from "../../lib/days.ts";
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
        one.pricingOptionId === asked.pricing_option_id,
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
 * What 1,000 impressions come to by what is reported, of all days or of the last one that is counted, where that is far over the price
 * or the bid for them; undefined else.
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
    { rows: counted.slice(-1), limit: most * Math.max(factor, toleratedOnADay) },
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
function countedRows(packageId: string, { rows, findings }: BuyDelivery) {
  const newest = rows.reduce((last, { date }) => laterDay(last, date), "");
  const unfinished = new Set(findings.find(({ kind }) => kind === "partial")?.days);
  const isCounted = (row: DeliveryRow) =>
    row.final || row.from !== undefined || (row.date !== newest && !unfinished.has(row.date));
  return rows.flatMap((row) => {
    const { impressions, spendMinor, basis, final } = row;
    if (row.packageId !== packageId || basis !== "stated" || !isCounted(row)) return [];
    // What was not counted cannot be compared; of no impressions at all that is known once they are final.
    if (impressions === undefined || spendMinor === undefined || (impressions === 0 && !final)) return [];
    // Of a total since the beginning the last day's part may not be counted yet.
    const days = daysOfRow(row).length;
    const spend = final || row.from === undefined ? spendMinor : (spendMinor * (days - 1)) / days;
    return [{ spend, impressions, thousands: Math.min(1, impressions / 1000) }];
  });
}

/** Whether its seller has reported a price that nobody was asked about yet. */
export function hasNewPrice({ step, status, check }: StepState, state: CampaignState): boolean {
  if (step.task !== "create_media_buy" || status !== "done") return false;
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
