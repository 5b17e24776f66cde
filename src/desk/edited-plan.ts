import { z } from "zod";
import type { Brief } from "../brief/brief.ts";
import { readTyped } from "../brief/grammar/amounts.ts";
import { isWithin, partsOn, type Span } from "../campaign/model/offers/flights.ts";
import { lineIdOf, type Offer } from "../campaign/model/offers/offer.ts";
import {
  type ByHand,
  type Decided,
  decidedId,
  type Plan,
  type PlanLine,
} from "../campaign/model/offers/plan.ts";
import { decidablePlaces } from "../campaign/model/people/shared-places.ts";
import { asWanted, brokenBy } from "../campaign/plan/allocate.ts";
import type { PlanRequest } from "../campaign/plan/make-plan.ts";
import { changeText, withChanges } from "../campaign/plan/scenario-change.ts";
import { requestUnder, type Scenario, type ScenarioRequest, scenarioOf } from "../campaign/plan/scenarios.ts";
import { onOwnDays, planAsSet } from "../campaign/steps/plan-as-set.ts";
import { canonicalJson } from "../lib/canonical-json.ts";
import { cleanText } from "../lib/clean-text.ts";
import { type Described, each, fields } from "../lib/described.ts";
import { counted } from "../lib/english.ts";
import { formatMoney, fromDecimal, money, moneySchema, splitWhole } from "../lib/money.ts";
import { nearest } from "../lib/nearest.ts";
import { UsageError } from "./usage-error.ts";

/** Why a line cannot run on the days that somebody typed. */
const wrongDays = ["unread", "order", "outside", "whole", "bursts"] as const;
type WrongDays = (typeof wrongDays)[number];

/** A package's amount, and days, as somebody edited them, in major units of the brief's currency. */
export const editedAmountSchema = fields({
  where: z.string().describe("where it stands, for whoever wrote it: `plan.xlsx, row 5`"),
  line: z.string().describe("the plan's package id, or an offer's id"),
  offer: z
    .string()
    .optional()
    .describe("which of its product's pricing options; as planned, else the best in rank, where absent"),
  amount: z
    .union([z.number().nonnegative(), z.string().max(100)])
    .describe("a figure, or as a person types one: `12,500`, `12.500`, `12 500`"),
  currency: z.string().describe("must be the brief's"),
  start: z
    .string()
    .max(100)
    .optional()
    .describe("first day, ISO 8601, of a line that is to run on some days of the flight alone"),
  end: z
    .string()
    .max(100)
    .optional()
    .describe("its last day; as the plan has it where both are absent, else the flight's"),
  product: z.string().optional().describe("as it stands beside the id; both must be of one package"),
  seller: z.string().optional(),
});
export type EditedAmount = Described<typeof editedAmountSchema>;

export const editedSchema = fields({
  changes: each({
    line: z.string(),
    product: z.string(),
    sellerId: z.string(),
    before: moneySchema,
    after: moneySchema,
    days: fields({ start: z.string(), end: z.string() })
      .optional()
      .describe("it runs on these days of the flight alone: its own, or its burst's"),
  }),
  rejected: each({
    line: z.string(),
    text: z.string(),
    days: z
      .enum(wrongDays)
      .optional()
      .describe("what is wrong with its days; absent where it is something else"),
  }).describe("rows that belong to no package or have no amount, and why: they count for nothing"),
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
  const { taken, rejected } = takeAmounts(amounts, { plan, request });
  const before = new Map(
    plan.lines.map(({ lineId, offerId, place, amount, flight }) => [
      lineId,
      { offerId, place, minor: amount.minor, days: ownDays({ lineId, flight }) },
    ]),
  );
  const offers = new Map(request.offers.map((offer) => [offer.id, offer]));
  const all = [...new Map([...before, ...taken])].map(([line, { offerId, place }]) => {
    const [was, is] = [before.get(line), taken.get(line)];
    const flight = partsOn(offers.get(offerId)?.channels ?? [], request.brief).find(({ start }) =>
      line.endsWith(`/${start}`),
    );
    const { days } = is ?? {};
    const isMoved =
      is !== undefined && is.minor > 0 && canonicalJson(days ?? {}) !== canonicalJson(was?.days ?? {});
    const [from, to] = [was?.minor ?? 0, is?.minor ?? 0];
    return {
      line,
      offerId,
      place,
      flight,
      was: from,
      to,
      ...(days && { days }),
      isChanged: isMoved || from !== to,
    };
  });
  const changes = all.flatMap(({ line, offerId, was, to, flight, days = flight, isChanged }) => {
    const offer = offers.get(offerId);
    if (offer === undefined || !isChanged) return [];
    const { name: product, sellerId } = offer;
    const amounts = { before: money(was, currency), after: money(to, currency) };
    return [
      { line, product, sellerId, ...amounts, ...(days && { days: { start: days.start, end: days.end } }) },
    ];
  });
  // What the planner gave a line stays what it had, however often it is edited.
  const planned = new Map(request.byHand?.amounts.map((line) => [decidedId(line), line.was]));
  const byHand = all.map(({ offerId, place, flight, was: last, to, days }) => {
    const was = planned.get(decidedId({ offerId, place, flight })) ?? last;
    return { offerId, place, flight, was, to, ...(days && { days }) };
  });
  const asked = onOwnDays({ ...request, byHand: { by: ["hand"], amounts: byHand } });
  const lines = all.flatMap(({ line: lineId, to, ...own }) =>
    to > 0 ? [{ ...own, lineId, amount: money(to, currency) }] : [],
  );
  const isEdited = new Set(changes.map(({ line }) => line));
  const broken = (changes.length === 0 ? [] : problemsOf(lines, asWanted(asked))).map(
    ({ words, lines: of }) => {
      const breaking = of.map(({ lineId }) => lineId);
      const edited = breaking.filter((line) => isEdited.has(line));
      return { text: words, lines: edited.length > 0 ? edited : breaking };
    },
  );
  const edited = { changes, rejected, broken };
  if (changes.length === 0 || broken.length > 0) return { edited };
  const made = await planAsSet({ ...request, byHand: { by: ["hand"], amounts: byHand } });
  const words = [
    `${counted(changes.length, all.some(({ days, isChanged }) => days && isChanged) ? "line" : "amount")} changed by hand`,
    ...(limits?.changes.map((change) => changeText(change, recorded.brief)) ?? []),
  ].join("; ");
  return { edited, byHand, scenario: scenarioOf(made, request.offers, "as edited", words) };
}

/** The days of a line that are neither the flight's nor a burst's. */
function ownDays({ lineId, flight }: Pick<PlanLine, "lineId" | "flight">): PlanLine["flight"] {
  return flight && lineId.endsWith(`/${flight.start}`) ? undefined : flight;
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
  const broken = brokenBy(lines, wanted, show);
  if (signed === undefined || total <= signed.minor) return broken;
  const words = `${show(total)} is more than the ${formatMoney(signed)} that the client has signed for`;
  return [...broken, { words, lines: [] }];
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
  { offer, currency, minor }: { offer: Offer; currency: string; minor?: number | undefined },
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

interface Taken {
  readonly offerId: string;
  readonly place?: string | undefined;
  readonly minor: number;
  readonly days?: PlanLine["flight"];
}

function takeAmounts(amounts: readonly EditedAmount[], recorded: Omit<Recorded, "limits">) {
  const { offers } = recorded.request;
  const known = new Set(offers.map(lineIdOf));
  const taken = new Map<string, Taken>();
  const rejected: Edited["rejected"][number][] = [];
  for (const typed of amounts) {
    const offered = offers.find(({ id }) => id === typed.line);
    const row = offered ? { ...typed, line: lineIdOf(offered), offer: offered.id } : typed;
    const { where, line, offer } = row;
    const reject = (why: string, days?: WrongDays) =>
      rejected.push({ line, text: `${where}: ${why}`, ...(days && { days }) });
    const own = lineAt(row, recorded);
    if (own === undefined) {
      const meant = known.has(line) ? undefined : nearest(line, [...known]);
      reject(`"${offer ?? line}" was not offered${meant === undefined ? "" : `; did you mean ${meant}?`}`);
    } else if (taken.has(line)) reject(`${line} stands there twice; the first row counts`);
    else for (const [id, part] of takeRow(row, own, { reject, ...recorded.request })) taken.set(id, part);
  }
  return { taken, rejected };
}

/** The offer that a row is of, and what the plan has of the line. */
function lineAt(edited: Pick<EditedAmount, "line" | "offer">, { plan, request }: Omit<Recorded, "limits">) {
  const { line, offer: picked } = edited;
  const { product: whole, place, burst } = partsOf(line, request.brief);
  const named = request.offers.filter((offer) => lineIdOf(offer) === whole);
  const planned = plan.lines.find(({ lineId }) => lineId === line);
  const ranks = new Map(
    request.ranking.rows.map(({ offerId, gate }, i) => [offerId, gate === "pass" ? i : Infinity]),
  );
  const rankOf = ({ id }: Offer) => ranks.get(id) ?? Infinity;
  const wanted = picked ?? planned?.offerId;
  const offer =
    named.find(({ id }) => id === wanted) ??
    (picked === undefined ? named.toSorted((one, other) => rankOf(one) - rankOf(other))[0] : undefined);
  const days = planned && ownDays(planned);
  const isOn = offer && partsOn(offer.channels, request.brief).some(({ start }) => start === burst?.start);
  if (burst !== undefined && isOn !== true) return undefined;
  return offer && { offer, place, burst, minor: planned?.amount.minor ?? 0, ...(days && { days }) };
}

/** What a row comes to: a line, or one for each burst. */
function takeRow(
  { line, amount, product, seller, start, end }: EditedAmount,
  { offer, place, burst, minor: before, days: daysBefore }: NonNullable<ReturnType<typeof lineAt>>,
  { brief, reject }: Pick<PlanRequest, "brief"> & { reject: (why: string, days?: WrongDays) => void },
): (readonly [string, Taken])[] {
  const { currency } = brief.budget;
  const own = { offerId: offer.id, place, ...(daysBefore && { days: daysBefore }) };
  const minor = minorIn(amount, currency);
  if (minor === undefined || isOther(product, offer.name) || isOther(seller, offer.sellerId)) {
    reject(wrongIn({ amount, product, seller }, { offer, currency, minor }));
    return [[line, { ...own, minor: before }]];
  }
  const spans = burst === undefined ? partsOn(offer.channels, brief) : [];
  if (spans.length > 0) {
    const days = daysTyped({ start, end }, offer, { burst: brief.flight, brief });
    if (typeof days === "string" && (start ?? end) !== undefined) reject(wrongDaysWords[days], days);
    // As the plan splits it.
    const parts = splitWhole(
      minor,
      spans.map(({ share = 1 }) => share),
    );
    return spans.map((span, i) => [`${line}/${span.start}`, { ...own, minor: parts[i] ?? 0 }]);
  }
  const isAsBefore = start === daysBefore?.start && end === daysBefore?.end;
  if (isAsBefore || (start ?? end) === undefined) return [[line, { ...own, minor }]];
  const days = daysTyped({ start, end }, offer, { burst, brief });
  if (typeof days !== "string") return [[line, { ...own, minor, days }]];
  reject(wrongDaysWords[days], days);
  return [[line, { ...own, minor }]];
}

const wrongDaysWords: Readonly<Record<WrongDays, string>> = {
  unread: "its first and last day are not days such as 2027-03-01",
  order: "its last day is before its first",
  outside: "its days are not within the flight",
  whole: "it is sold for all of the flight, or not at all",
  bursts: "its days are the brief's: change them there",
};

/** The days that were typed; undefined where they are those of the flight, or of the line's burst. */
function daysTyped(
  typed: Pick<EditedAmount, "start" | "end">,
  { whole, purchase }: Offer,
  { burst, brief }: { readonly burst: Span | undefined; readonly brief: Brief },
): PlanLine["flight"] | WrongDays {
  const usual = burst ?? brief.flight;
  const { start = usual.start, end = usual.end } = typed;
  if (start === usual.start && end === usual.end) return undefined;
  if ([start, end].some((day) => !z.iso.date().safeParse(day).success)) return "unread";
  if (end < start) return "order";
  if (burst !== undefined) return "bursts";
  if (!isWithin({ start, end }, brief.flight)) return "outside";
  return whole === true || purchase !== undefined ? "whole" : { start, end };
}
