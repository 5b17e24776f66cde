import { z } from "zod";
import type { Plan } from "../campaign/model/plan.ts";
import { asAsked } from "../campaign/plan/allocate.ts";
import type { Allocation } from "../campaign/plan/allocator.ts";
import { brokenLimits } from "../campaign/plan/broken-limits.ts";
import { lineIdOf } from "../campaign/plan/candidates.ts";
import { type PlanRequest, splitBudget } from "../campaign/plan/make-plan.ts";
import { poseProblem } from "../campaign/plan/problem.ts";
import { type Scenario, scenarioOf } from "../campaign/plan/scenarios.ts";
import { cleanText } from "../lib/clean-text.ts";
import { counted } from "../lib/english.ts";
import { formatMoney, fromDecimal, money, moneySchema } from "../lib/money.ts";
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
  notTaken: z.array(z.string()).describe("rows that belong to no package, and why: they count for nothing"),
  broken: z
    .array(z.string())
    .describe("limits that the amounts break, a sentence each; a scenario where none"),
});
export type Edited = z.infer<typeof editedSchema>;

interface Recorded {
  readonly plan: Plan;
  readonly request: PlanRequest;
}

/** What edited amounts would come to. A package of the plan that is not among them is not bought. */
export async function editedPlan(
  amounts: readonly EditedAmount[],
  { plan, request }: Recorded,
): Promise<{ readonly edited: Edited; readonly scenario?: Scenario }> {
  const { currency } = request.brief.budget;
  if (request.brief.flights !== undefined)
    throw new UsageError(
      "the plan runs in bursts, and each of them gets its share of every package: change `flights` in the brief, or try another budget with `flightdesk whatif`",
    );
  const other = amounts.find((one) => one.currency !== currency);
  if (other !== undefined)
    throw new UsageError(
      `${other.where}: amounts are in ${other.currency}; the brief's currency is ${currency}`,
    );
  const { taken, notTaken } = takeAmounts(amounts, { plan, request });
  const before = new Map(plan.lines.map(({ offerId, amount }) => [offerId, amount.minor]));
  const after: Allocation = new Map([...taken].filter(([, minor]) => minor > 0));
  const offers = new Map(request.offers.map((offer) => [offer.id, offer]));
  const changes = [...new Set([...before.keys(), ...after.keys()])].flatMap((offerId) => {
    const offer = offers.get(offerId);
    const [was = 0, is = 0] = [before.get(offerId), after.get(offerId)];
    if (offer === undefined || was === is) return [];
    const { name: product, sellerId } = offer;
    const line = lineIdOf(offer);
    return [{ line, product, sellerId, before: money(was, currency), after: money(is, currency) }];
  });
  const asked = asAsked(request);
  const broken = changes.length === 0 ? [] : problemsOf(after, asked);
  const edited = { changes, notTaken, broken };
  if (changes.length === 0 || broken.length > 0) return { edited };
  const made = await splitBudget({
    ...asked,
    allocator: async () => ({
      type: "split",
      allocation: after,
      quality: { solver: "greedy", outcome: "heuristic", note: "by hand" },
    }),
  });
  const words = `${counted(changes.length, "amount")} changed by hand`;
  return { edited, scenario: scenarioOf(made, request.offers, "as edited", words) };
}

function problemsOf(amounts: Allocation, asked: PlanRequest): string[] {
  const { brief } = asked;
  const { currency } = brief.budget;
  const show = (minor: number) => formatMoney(money(minor, currency));
  const total = [...amounts.values()].reduce((sum, minor) => sum + minor, 0);
  const signed = brief.insertionOrderTotal;
  return [
    ...brokenLimits(poseProblem(asked), amounts, show),
    ...(signed !== undefined && total > signed.minor
      ? [`${show(total)} is more than the ${formatMoney(signed)} that the client has signed for`]
      : []),
  ];
}

/** Of the first characters, as a sheet shows them. */
function isOther(written: string | undefined, name: string): boolean {
  return written !== undefined && cleanText(written, 200) !== cleanText(name, 200);
}

function takeAmounts(amounts: readonly EditedAmount[], { plan, request }: Recorded) {
  const { offers, brief } = request;
  const lineIds = [...new Set(offers.map(lineIdOf))];
  const taken = new Map<string, number>();
  const notTaken: string[] = [];
  for (const { where, line, amount, product, seller } of amounts) {
    const named = offers.filter((offer) => lineIdOf(offer) === line);
    const planned = plan.lines.find((one) => one.lineId === line)?.offerId;
    const offer = named.find(({ id }) => id === planned) ?? named[0];
    if (offer === undefined) {
      const meant = nearest(line, lineIds);
      notTaken.push(
        `${where}: "${line}" was not offered${meant === undefined ? "" : `; did you mean ${meant}?`}`,
      );
    } else if (taken.has(offer.id)) {
      notTaken.push(`${where}: ${line} stands there twice; the first row counts`);
    } else if (isOther(product, offer.name) || isOther(seller, offer.sellerId)) {
      const told = [product, seller].filter(Boolean).join(" of ");
      notTaken.push(`${where}: it says ${told}, and its package id is of ${offer.name} of ${offer.sellerId}`);
      taken.set(offer.id, plan.lines.find(({ offerId }) => offerId === offer.id)?.amount.minor ?? 0);
    } else taken.set(offer.id, fromDecimal(amount, brief.budget.currency).minor);
  }
  return { taken, notTaken };
}
