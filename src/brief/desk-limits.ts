import { z } from "zod";
import { type Money, money } from "../lib/money.ts";
import type { Brief, DeskLimit, Limits } from "./brief.ts";
import { readMoney } from "./grammar/amounts.ts";

const share = z
  .string()
  .regex(/^\d{1,2}(?:\.\d+)?\s?%$/, 'write a percentage such as "5 %"')
  .transform((text) => Number(text.replace("%", "")) / 100);

/** One amount for each currency that briefs are in: `100 EUR, 100 USD`. */
const amounts = z.string().transform((text, context) => {
  const read = text.split(/,\s+/).flatMap((one) => {
    const reading = readMoney(one);
    return reading?.type === "clear" && reading.amount.minor > 0 ? reading.amount : [];
  });
  if (read.length === text.split(/,\s+/).length) return read;
  context.addIssue({
    code: "custom",
    message: `"${text}" has an amount that is none; write one for each currency, such as "100 EUR, 100 USD"`,
  });
  return z.NEVER;
});

/** What a desk sets once for all of its briefs, each as `flightdesk.yaml` writes it. */
export const deskLimitSettings = {
  floor_per_channel: share.describe(
    "Least of the budget for each channel that a brief names, where the brief has no line for it: 5 %",
  ),
  least_per_line: z
    .union([share, amounts])
    .describe(
      "Least that a package gets where a brief says nothing of it: a part of its budget (1 %), or an amount for each currency (500 EUR, 500 USD)",
    ),
  round_to: amounts.describe(
    "What amounts of packages are whole steps of where a brief says nothing of it, for each currency: 100 EUR, 100 USD",
  ),
};
type Written = Partial<z.output<z.ZodObject<typeof deskLimitSettings>>>;

/** A brief with what its desk sets where it says nothing itself, each marked as the desk's. */
export function withDeskLimits(brief: Brief, settings: Written): Brief {
  const { limits, budget, channels } = brief;
  const { floor_per_channel: floor, least_per_line: least, round_to: steps } = settings;
  const inCurrency = (all: readonly Money[] = []) => all.find(({ currency }) => currency === budget.currency);
  const values: Pick<Limits, DeskLimit> = {
    // All of the budget is for the only one.
    ...(floor !== undefined && channels.length > 1 && { floorPerChannel: floor }),
    ...given(
      "leastPerLine",
      typeof least === "number" ? money(Math.ceil(budget.minor * least), budget.currency) : inCurrency(least),
    ),
    ...given("roundTo", inCurrency(steps)),
  };
  const set = deskLimits.filter((field) => values[field] !== undefined && limits[field] === undefined);
  return set.length === 0 ? brief : { ...brief, limits: { ...values, ...limits, ofDesk: set } };
}

function given<Field extends DeskLimit>(field: Field, value: Limits[Field]): Pick<Limits, Field> {
  return (value === undefined ? {} : { [field]: value }) as Pick<Limits, Field>;
}

const deskLimits = ["floorPerChannel", "leastPerLine", "roundTo"] as const satisfies readonly DeskLimit[];

/** A brief with what it says itself alone. */
export function withoutDeskLimits(brief: Brief): Brief {
  const { ofDesk = [], ...limits } = brief.limits;
  if (ofDesk.length === 0) return brief;
  const own = Object.entries(limits).filter(([field]) => !ofDesk.some((one) => one === field));
  return { ...brief, limits: { excludedSellers: limits.excludedSellers, ...Object.fromEntries(own) } };
}

/** `the brief's`, or `this desk's` where its settings have it. */
export function whoseLimit({ ofDesk = [] }: Limits, field: DeskLimit): string {
  return ofDesk.includes(field) ? "this desk's" : "the brief's";
}
