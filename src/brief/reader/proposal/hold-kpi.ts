import { toDecimal } from "../../../lib/money.ts";
import type { Kpi } from "../../brief.ts";
import type { MoneySpan } from "../../grammar/amounts.ts";
import { metricsIn } from "../../grammar/metrics.ts";
import type { Quantity } from "../../grammar/quantities.ts";
import { type KpiMetric, kpiMetrics, measuredBy } from "../../kpi.ts";
import { found } from "../draft.ts";
import { isNoGoal } from "../find/find-kpi.ts";
import { type Claim, inside } from "./evidence.ts";
import type { Hold } from "./hold-figures.ts";

/**
 * A metric whose word stands in the quote, or of which the quote names no other, with the only figure of its unit there. A metric without
 * its word is soft, and needs a figure.
 */
export const holdKpi: Hold = ([claim], _, { text, lexicon, draft, allAmounts, allQuantities }) => {
  const [name = "", written] = claim.value.split(" ");
  const metric = kpiMetrics.find((each) => each === name);
  const [first] = claim.quotes;
  if (metric === undefined || first === undefined) return undefined;
  const named = claim.quotes.flatMap((quote) => metricsIn(quote.text));
  const isNamed = named.includes(metric);
  const known = draft.kpi;
  const isOther = known === undefined ? named.length > 0 && !isNamed : !isOtherWord(known.value, claim, text);
  if (isOther || claim.quotes.some((quote) => isNoGoal(text, quote, lexicon))) return undefined;
  const strength = isNamed ? "hard" : "soft";
  if (written === undefined)
    return isNamed && known === undefined ? { kpi: found({ metric }, first, { strength }) } : undefined;
  const target = Number(written);
  const figures = [...allAmounts, ...allQuantities].filter(
    (figure) => inside(figure, claim) && fits(metric, figure),
  );
  const figure = figures.find((each) => numberIn(each) === target);
  const isOnly = figures.every(
    (each) => numberIn(each) === target || kindOf(each) !== (figure && kindOf(figure)),
  );
  return figure && isOnly ? { kpi: found({ metric, target }, figure, { strength }) } : undefined;
};

/** Whether a claim has the figure of the rules' KPI, and another metric for it than one that the text has by its own name. */
function isOtherWord({ metric, target }: Kpi, { value }: Claim, text: string): boolean {
  const [name, figure] = value.split(" ");
  const isSame = kpiMetrics.some(
    (each) => each === name && measuredBy(each).unit === measuredBy(metric).unit,
  );
  const isItself = new RegExp(`(?<!\\p{L})${metric.replace(/s$/, "")}`, "iu").test(text);
  return isSame && figure !== undefined && Number(figure) === target && !isItself;
}

function kindOf(figure: MoneySpan | Quantity): string {
  return "type" in figure ? "amount" : figure.unit;
}

/** Whether a figure may be of a metric by its unit. */
function fits(metric: KpiMetric, figure: MoneySpan | Quantity): boolean {
  const { unit, counts } = measuredBy(metric);
  if ("type" in figure) return unit === "cost";
  if (figure.unit === "share") return unit === "rate" || counts === "reach" || counts === "grps";
  return (figure.unit === "number" || figure.unit === "impressions") && unit !== "rate";
}

function numberIn(figure: MoneySpan | Quantity): number | undefined {
  if (!("type" in figure)) return figure.value;
  return figure.type === "clear" ? toDecimal(figure.amount) : undefined;
}
