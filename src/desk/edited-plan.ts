import { z } from "zod";
import type { Brief } from "../brief/brief.ts";
import { readTyped } from "../brief/grammar/amounts.ts";
import { partsOn } from "../campaign/model/offers/flights.ts";
import { lineIdOf, type Offer } from "../campaign/model/offers/offer.ts";
import type { ByHand, Decided, Plan, PlanLine } from "../campaign/model/offers/plan.ts";
import { decidablePlaces } from "../campaign/model/people/shared-places.ts";
import { asWanted, brokenBy } from "../campaign/plan/allocate.ts";
import { type PlanRequest, planByHand } from "../campaign/plan/make-plan.ts";
import { poseProblem } from "../campaign/plan/problem.ts";
import { changeText, withChanges } from "../campaign/plan/scenario-change.ts";
import { requestUnder, type Scenario, type ScenarioRequest, scenarioOf } from "../campaign/plan/scenarios.ts";
import { cleanText } from "../lib/clean-text.ts";
import { type Described, each, fields } from "../lib/described.ts";
import { counted } from "../lib/english.ts";
import { formatMoney, fromDecimal, money, moneySchema, splitWhole } from "../lib/money.ts";
import { nearest } from "../lib/nearest.ts";
import { UsageError } from "./usage-error.ts";

/** A package's amount as somebody edited it, in major units of the brief's currency. */
export const editedAmountSchema = fields({
  where: z.string().describe("where it stands, for whoever wrote it: `plan.xlsx, row 5`"),
  line: z.string().describe("the plan's package id"),
  amount: z
    .union([z.number().nonnegative(), z.string().max(100)])
    .describe("a figure, or as a person types one: `12,500`, `12.500`, `12 500`"),
  currency: z.string().describe("must be the brief's"),
  product: z.string().optional().describe("as it stands beside the id; both must be of one package"),
  seller: z.string().optional(),
});
type EditedAmount = Described<typeof editedAmountSchema>;

export const editedSchema = fields({
  changes: each({
    line: z.string(),
    product: z.string(),
    sellerId: z.string(),
    before: moneySchema,
    after: moneySchema,
  }),
  rejected: each({ line: z.string(), text: z.string() }).describe(
    "rows that belong to no package or have no amount, and why: they count for nothing",
  ),
  broken: each({
    text: z.string(),
    lines: z.array(z.string()).describe("those that break it, edited ones alone; empty: all together"),
  }).describe("limits that the amounts break; a scenario where none"),
});
export type Edited = Described<typeof editedSchema>;

interface Recorded {
  readonly plan: Plan;
  readonly request: PlanRequest;
  /** Limits that are otherwise for these amounts: one scenario's at most. */
  readonly limits: readonly ScenarioRequest[];
}

/** What edited amounts would come to. A package of the plan that is not among them is not bought. */
export async function editedPlan(
  amounts: readonly EditedAmount[],
  { plan, request: recorded, limits: [limits, ...others] }: Recorded,
): Promise<{ readonly edited: Edited; readonly scenario?: Scenario; readonly byHand?: ByHand["amounts"] }> {
  if (others.length > 0) throw new UsageError("edited amounts are one plan: change each limit once");
  const request =
    limits === undefined ? recorded : requestUnder(withChanges(limits.changes, recorded), recorded);
  const { currency } = request.brief.budget;
  const other = amounts.find((one) => one.currency !== currency);
  if (other !== undefined)
    throw new UsageError(
      `${other.where}: amounts are in ${other.currency}; the brief's currency is ${currency}`,
    );
  const { taken: editedAmounts, rejected } = takeAmounts(amounts, { plan, request });
  const before = new Map(
    plan.lines.map(({ lineId, offerId, place, amount }) => [lineId, { offerId, place, minor: amount.minor }]),
  );
  const offers = new Map(request.offers.map((offer) => [offer.id, offer]));
  const changes = [...new Map([...before, ...editedAmounts])].flatMap(([line, { offerId }]) => {
    const offer = offers.get(offerId);
    const [was = 0, is = 0] = [before.get(line)?.minor, editedAmounts.get(line)?.minor];
    if (offer === undefined || was === is) return [];
    const { name: product, sellerId } = offer;
    return [{ line, product, sellerId, before: money(was, currency), after: money(is, currency) }];
  });
  const wanted = asWanted(request);
  const flightOf = (line: string, offerId: string) =>
    partsOn(offers.get(offerId)?.channels ?? [], request.brief).find(({ start }) =>
      line.endsWith(`/${start}`),
    );
  const lines = [...editedAmounts].flatMap(([lineId, { minor, ...own }]) =>
    minor > 0
      ? [{ ...own, lineId, flight: flightOf(lineId, own.offerId), amount: money(minor, currency) }]
      : [],
  );
  const isEdited = new Set(changes.map(({ line }) => line));
  const broken = (changes.length === 0 ? [] : problemsOf(lines, wanted)).map(({ words, lines: of }) => {
    const all = of.map(({ lineId }) => lineId);
    const edited = all.filter((line) => isEdited.has(line));
    return { text: words, lines: edited.length > 0 ? edited : all };
  });
  const edited = { changes, rejected, broken };
  if (changes.length === 0 || broken.length > 0) return { edited };
  const byHand = [...new Map([...before, ...editedAmounts])].map(([line, { offerId, place }]) => ({
    offerId,
    place,
    flight: flightOf(line, offerId),
    to: editedAmounts.get(line)?.minor ?? 0,
    was: before.get(line)?.minor ?? 0,
  }));
  const made = await planByHand({ by: ["hand"], amounts: byHand }, request);
  const words = [
    `${counted(changes.length, "amount")} changed by hand`,
    ...(limits?.changes.map((change) => changeText(change, recorded.brief)) ?? []),
  ].join("; ");
  return { edited, byHand, scenario: scenarioOf(made, request.offers, "as edited", words) };
}

function problemsOf<Of extends Decided & Pick<PlanLine, "amount">>(
  lines: readonly Of[],
  wanted: PlanRequest,
) {
  const { brief } = wanted;
  const { currency } = brief.budget;
  const show = (minor: number) => formatMoney(money(minor, currency));
  const total = lines.reduce((sum, { amount }) => sum + amount.minor, 0);
  const signed = brief.insertionOrderTotal;
  return [
    ...brokenBy(lines, wanted, show),
    ...(signed !== undefined && total > signed.minor
      ? [
          {
            words: `${show(total)} is more than the ${formatMoney(signed)} that the client has signed for`,
            lines: [],
          },
        ]
      : []),
  ];
}

/** Of the first characters, as a sheet shows them. */
function isOther(written: string | undefined, name: string): boolean {
  return written !== undefined && cleanText(written, 200) !== cleanText(name, 200);
}

/** Undefined where it cannot be read as one amount of the brief's currency. */
function minorIn(amount: number | string, currency: string): number | undefined {
  if (typeof amount === "number") return fromDecimal(amount, currency).minor;
  const read = readTyped(amount, currency);
  return read?.currency === currency ? read.minor : undefined;
}

/** What of a row cannot be taken. */
function wrongIn(
  { amount, product, seller }: Pick<EditedAmount, "amount" | "product" | "seller">,
  {
    offer,
    currency,
    minor,
  }: { readonly offer: Offer; readonly currency: string; readonly minor?: number | undefined },
): string {
  if (minor === undefined)
    return `"${amount}" is not an amount in ${currency}; write one such as 12,500, or 0`;
  const label = [product, seller].filter(Boolean).join(" of ");
  return `it says ${label}, and its package id is of ${offer.name} of ${offer.sellerId}`;
}

/** What a line's id says that it is of. */
function partsOf(lineId: string, brief: Brief) {
  const without = (line: string, part: string | undefined) =>
    part === undefined ? line : line.slice(0, -part.length - 1);
  const spans = [...(brief.flights ?? []), ...Object.values(brief.channelFlights ?? {})];
  const burst = spans.find(({ start }) => lineId.endsWith(`/${start}`));
  const inAll = without(lineId, burst?.start);
  const place = decidablePlaces(brief).find((one) => inAll.endsWith(`/${one}`));
  return { product: without(inAll, place), place, burst };
}

function takeAmounts(amounts: readonly EditedAmount[], { plan, request }: Omit<Recorded, "limits">) {
  const { offers, brief } = request;
  const { candidates } = poseProblem(asWanted(request)).problem;
  const isCandidate = new Set(candidates.map(({ offerId }) => offerId));
  const known = new Set(offers.map(lineIdOf));
  const editedAmounts = new Map<string, { offerId: string; place?: string | undefined; minor: number }>();
  const rejected: Edited["rejected"][number][] = [];
  for (const { where, line, amount, product, seller } of amounts) {
    const { product: whole, place, burst } = partsOf(line, brief);
    const named = offers.filter((offer) => lineIdOf(offer) === whole);
    const planned = plan.lines.find(({ lineId }) => lineId === line);
    const offer =
      named.find(({ id }) => id === planned?.offerId) ??
      named.find(({ id }) => isCandidate.has(id)) ??
      named[0];
    const own = offer && { offerId: offer.id, place };
    const minor = minorIn(amount, brief.budget.currency);
    const spans = partsOn(offer?.channels ?? [], brief);
    const reject = (why: string) => rejected.push({ line, text: `${where}: ${why}` });
    if (offer === undefined || own === undefined) {
      const meant = nearest(line, [...known]);
      reject(`"${line}" was not offered${meant === undefined ? "" : `; did you mean ${meant}?`}`);
    } else if (editedAmounts.has(line)) {
      reject(`${line} stands there twice; the first row counts`);
    } else if (minor === undefined || isOther(product, offer.name) || isOther(seller, offer.sellerId)) {
      reject(wrongIn({ amount, product, seller }, { offer, currency: brief.budget.currency, minor }));
      editedAmounts.set(line, { ...own, minor: planned?.amount.minor ?? 0 });
    } else if (burst === undefined && spans.length > 0) {
      // As the plan splits it.
      const parts = splitWhole(
        minor,
        spans.map(({ share = 1 }) => share),
      );
      for (const [i, { start }] of spans.entries())
        editedAmounts.set(`${line}/${start}`, { ...own, minor: parts[i] ?? 0 });
    } else editedAmounts.set(line, { ...own, minor });
  }
  return { taken: editedAmounts, rejected };
}
