import { z } from "zod";
import { lineIdOf } from "../campaign/model/offers/offer.ts";
import type { ByHand, Plan } from "../campaign/model/offers/plan.ts";
import { asWanted } from "../campaign/plan/allocate.ts";
import type { Allocation } from "../campaign/plan/allocator.ts";
import { brokenLimits } from "../campaign/plan/broken-limits.ts";
import { type PlanRequest, planByHand } from "../campaign/plan/make-plan.ts";
import { poseProblem } from "../campaign/plan/problem.ts";
import { changeText, withChanges } from "../campaign/plan/scenario-change.ts";
import { requestUnder, type Scenario, type ScenarioRequest, scenarioOf } from "../campaign/plan/scenarios.ts";
import { cleanText } from "../lib/clean-text.ts";
import { counted, percent } from "../lib/english.ts";
import { groupBy } from "../lib/group-by.ts";
import { formatMoney, fromDecimal, money, moneySchema, splitWhole } from "../lib/money.ts";
import { nearest } from "../lib/nearest.ts";
import { UsageError } from "./usage-error.ts";

/** A package's amount as somebody edited it, in major units of the brief's currency. */
export const editedAmountSchema = z.strictObject({
  where: z.string().describe("where it stands, for whoever wrote it: `plan.xlsx, row 5`"),
  line: z.string().describe("the plan's package id"),
  amount: z.number().nonnegative(),
  currency: z.string().describe("must be the brief's"),
  product: z.string().optional().describe("as it stands beside the id; both must be of one package"),
  seller: z.string().optional(),
});
type EditedAmount = z.infer<typeof editedAmountSchema>;

export const editedSchema = z.strictObject({
  changes: z.array(
    z.strictObject({
      line: z.string(),
      product: z.string(),
      sellerId: z.string(),
      before: moneySchema,
      after: moneySchema,
    }),
  ),
  rejected: z.array(z.string()).describe("rows that belong to no package, and why: they count for nothing"),
  broken: z
    .array(z.string())
    .describe("limits that the amounts break, a sentence each; a scenario where none"),
});
export type Edited = z.infer<typeof editedSchema>;

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
    plan.lines.map(({ lineId, offerId, amount }) => [lineId, { offerId, minor: amount.minor }]),
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
  const after: Allocation = new Map(
    [...groupBy([...editedAmounts.values()], ({ offerId }) => offerId)]
      .map(([offerId, lines]) => [offerId, lines.reduce((sum, { minor }) => sum + minor, 0)] as const)
      .filter(([, minor]) => minor > 0),
  );
  const broken =
    changes.length === 0
      ? []
      : [...problemsOf(after, wanted), ...unevenBursts(editedAmounts, after, request.brief)];
  const edited = { changes, rejected, broken };
  if (changes.length === 0 || broken.length > 0) return { edited };
  const was = (offerId: string) =>
    plan.lines.reduce((sum, line) => sum + (line.offerId === offerId ? line.amount.minor : 0), 0);
  const byHand = Object.fromEntries(
    [...new Set([...plan.lines.map(({ offerId }) => offerId), ...after.keys()])].map((offerId) => [
      offerId,
      { to: after.get(offerId) ?? 0, was: was(offerId) },
    ]),
  );
  const made = await planByHand({ by: ["hand"], amounts: byHand }, request);
  const words = [
    `${counted(changes.length, "amount")} changed by hand`,
    ...(limits?.changes.map((change) => changeText(change, recorded.brief)) ?? []),
  ].join("; ");
  return { edited, byHand, scenario: scenarioOf(made, request.offers, "as edited", words) };
}

function problemsOf(amounts: Allocation, wanted: PlanRequest): string[] {
  const { brief } = wanted;
  const { currency } = brief.budget;
  const show = (minor: number) => formatMoney(money(minor, currency));
  const total = [...amounts.values()].reduce((sum, minor) => sum + minor, 0);
  const signed = brief.insertionOrderTotal;
  return [
    ...brokenLimits(poseProblem(wanted), amounts, show),
    ...(signed !== undefined && total > signed.minor
      ? [`${show(total)} is more than the ${formatMoney(signed)} that the client has signed for`]
      : []),
  ];
}

/** Of the first characters, as a sheet shows them. */
function isOther(written: string | undefined, name: string): boolean {
  return written !== undefined && cleanText(written, 200) !== cleanText(name, 200);
}

/** Lines by id; of a package that runs in bursts, one for each. */
type Lines = ReadonlyMap<string, { readonly offerId: string; readonly minor: number }>;

function takeAmounts(amounts: readonly EditedAmount[], { plan, request }: Omit<Recorded, "limits">) {
  const { offers, brief } = request;
  const { candidates } = poseProblem(asWanted(request)).problem;
  const isCandidate = new Set(candidates.map(({ offerId }) => offerId));
  const bursts = brief.flights ?? [];
  const known = new Set(offers.map(lineIdOf));
  const editedAmounts = new Map<string, { offerId: string; minor: number }>();
  const rejected: string[] = [];
  for (const { where, line, amount, product, seller } of amounts) {
    const burst = bursts.find(({ start }) => line.endsWith(`/${start}`));
    const whole = burst === undefined ? line : line.slice(0, -burst.start.length - 1);
    const named = offers.filter((offer) => lineIdOf(offer) === whole);
    const planned = plan.lines.find(({ lineId }) => lineId === line);
    const offer =
      named.find(({ id }) => id === planned?.offerId) ??
      named.find(({ id }) => isCandidate.has(id)) ??
      named[0];
    const { minor } = fromDecimal(amount, brief.budget.currency);
    if (offer === undefined) {
      const meant = nearest(line, [...known]);
      rejected.push(
        `${where}: "${line}" was not offered${meant === undefined ? "" : `; did you mean ${meant}?`}`,
      );
    } else if (editedAmounts.has(line)) {
      rejected.push(`${where}: ${line} stands there twice; the first row counts`);
    } else if (isOther(product, offer.name) || isOther(seller, offer.sellerId)) {
      const label = [product, seller].filter(Boolean).join(" of ");
      rejected.push(
        `${where}: it says ${label}, and its package id is of ${offer.name} of ${offer.sellerId}`,
      );
      editedAmounts.set(line, { offerId: offer.id, minor: planned?.amount.minor ?? 0 });
    } else if (burst === undefined && bursts.length > 0) {
      const parts = partsOf(minor, bursts);
      for (const [i, { start }] of bursts.entries())
        editedAmounts.set(`${line}/${start}`, { offerId: offer.id, minor: parts[i] ?? 0 });
    } else editedAmounts.set(line, { offerId: offer.id, minor });
  }
  return { taken: editedAmounts, rejected };
}

type Bursts = NonNullable<PlanRequest["brief"]["flights"]>;

/** A package's amount by burst, as the plan splits it. */
function partsOf(minor: number, bursts: Bursts): readonly number[] {
  return splitWhole(
    minor,
    bursts.map(({ share }) => share),
  );
}

/** Each burst has its share of every package; a cent is nobody's fault. */
function unevenBursts(
  editedAmounts: Lines,
  after: Allocation,
  { flights, budget }: PlanRequest["brief"],
): string[] {
  if (flights === undefined) return [];
  const show = (minor: number) => formatMoney(money(minor, budget.currency));
  return [...editedAmounts].flatMap(([line, { offerId, minor }]) => {
    const place = flights.findIndex(({ start }) => line.endsWith(`/${start}`));
    const whole = after.get(offerId) ?? 0;
    const due = partsOf(whole, flights)[place] ?? minor;
    if (Math.abs(minor - due) <= 1) return [];
    return [
      `${line} gets ${show(minor)}; the brief gives this burst ${percent(flights[place]?.share ?? 0)} of every package, ${show(due)} of ${show(whole)}`,
    ];
  });
}
