import { z } from "zod";
import { measuredBy } from "../../brief/kpi.ts";
import type { PackageOutcome } from "../../campaign/measure/outcome.ts";
import { outcomesOf } from "../../campaign/measure/outcomes-of.ts";
import type { DeliveryRow } from "../../campaign/model/measured/delivery.ts";
import type { CampaignState } from "../../campaign/model/state/state.ts";
import { isSameBuy } from "../../campaign/model/step/buy-identity.ts";
import { countedOutcomes } from "../../campaign/reallocate/counted-outcomes.ts";
import { onceFor } from "../../lib/once-for.ts";
import { type Price, priceSchema } from "../../lib/price.ts";
import { count, type Described, fields } from "../blocks/schema.ts";
import { total, totalIfAny } from "../blocks/totals.ts";

/** What was delivered so far, as it is reported: silence is not zero. */
export const deliveredSchema = fields({
  impressions: z.number().optional().describe("absent where none are reported"),
  due: z
    .number()
    .optional()
    .describe("impressions that the order wanted on the days of which they are reported"),
  clicks: z.number().optional(),
  clickable: z.number().describe("impressions of what can be clicked"),
  notReported: fields({ impressions: count, clicks: count }).describe("days that are not in the sum"),
  cpm: priceSchema.optional(),
  cpc: priceSchema.optional(),
  goal: fields({
    metric: z.string().describe("the brief's KPI"),
    count: z.number().optional().describe("of what it counts; absent where nobody reports it"),
    cost: priceSchema.optional().describe("of one"),
  })
    .optional()
    .describe("of a KPI that is neither impressions nor clicks"),
});
export type Delivered = Described<typeof deliveredSchema>;

interface Part {
  readonly outcome: PackageOutcome;
  readonly rows: readonly DeliveryRow[];
  readonly currency: string;
  readonly isClickable: boolean;
}

/** Nobody clicks on what hangs in the street, is printed, or is broadcast. */
const unclickable: ReadonlySet<string> = new Set(["dooh", "ooh", "print", "cinema", "radio", "linear_tv"]);

/** What each line has delivered, and all of them. */
export const deliveredBy = onceFor((state: CampaignState) => {
  const parts = outcomesOf(state).flatMap(({ packages, currency, ...buy }) => {
    const rows = state.delivery.find((one) => isSameBuy(one, buy))?.rows ?? [];
    return packages.map((outcome) => ({
      outcome,
      rows: rows.filter(({ packageId }) => packageId === outcome.packageId),
      currency,
      isClickable: !state.plan?.lines
        .find(({ lineId }) => lineId === outcome.lineId)
        ?.channels.every((channel) => unclickable.has(channel)),
    }));
  });
  return {
    ofLine: (lineId: string) =>
      deliveredOf(
        parts.filter(({ outcome }) => outcome.lineId === lineId),
        state,
      ),
    ofAll: deliveredOf(parts, state),
  };
});

function deliveredOf(parts: readonly Part[], state: CampaignState): Delivered | undefined {
  if (parts.length === 0) return undefined;
  const outcomes = parts.map(({ outcome }) => outcome);
  const due = totalIfAny(outcomes, ({ planned }) => planned.impressions);
  const missing = (of: "impressions" | "clicks") =>
    Math.max(...outcomes.map(({ notReported }) => notReported[of]));
  const clickable = parts.filter(({ isClickable }) => isClickable);
  const price = (counts: (row: DeliveryRow) => number | undefined, of = 1) => unitPrice(parts, counts, of);
  return {
    impressions: totalIfAny(outcomes, ({ impressions }) => impressions),
    ...(due !== undefined && { due: Math.round(due) }),
    clicks: totalIfAny(outcomes, ({ clicks }) => clicks),
    notReported: { impressions: missing("impressions"), clicks: missing("clicks") },
    cpm: price(({ impressions }) => impressions, 1000),
    clickable: total(clickable, ({ outcome }) => outcome.impressions),
    cpc: unitPrice(clickable, ({ clicks }) => clicks, 1),
    ...goalOf(parts, state, price),
  };
}

function goalOf(
  parts: readonly Part[],
  state: CampaignState,
  price: (counts: (row: DeliveryRow) => number | undefined) => Price | undefined,
): Pick<Delivered, "goal"> {
  const metric = state.brief?.kpi?.metric;
  const { outcomesOf: counts, trust } = countedOutcomes(state);
  if (metric === undefined || ["impressions", "clicks"].includes(measuredBy(metric).counts ?? "")) return {};
  if (trust === "not") return { goal: { metric } };
  const rows = parts.flatMap((part) => part.rows);
  const all = totalIfAny(rows, counts);
  return {
    goal: { metric, count: all === undefined ? undefined : Math.round(all), cost: price(counts) },
  };
}

/** What one of something has cost on the days of which it and the spend are reported; of one currency alone. */
function unitPrice(parts: readonly Part[], counts: (row: DeliveryRow) => number | undefined, of: number) {
  const [currency = "", ...others] = new Set(parts.map((part) => part.currency));
  let [spent, units] = [0, 0];
  for (const row of parts.flatMap((part) => part.rows)) {
    const own = counts(row);
    if (own === undefined || row.spendMinor === undefined) continue;
    spent += row.spendMinor;
    units += own;
  }
  return units <= 0 || others.length > 0 ? undefined : { minor: (spent * of) / units, currency };
}
