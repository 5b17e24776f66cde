import type { Money } from "../../lib/money.ts";
import type { Brief, Measurement } from "../brief.ts";
import { targetOf } from "./amount.ts";
import { type BriefFile, type BriefValues, briefFileSchema } from "./brief-schema.ts";
import { checkCountries } from "./check-places.ts";
import { checkFields } from "./checks.ts";
import { readValues } from "./codec.ts";
import { afterFees, burstsOf, checkCurrency } from "./parts-of-budget.ts";
import type { Report } from "./problem.ts";

/** Reports what no schema can say of single fields, where others of their file are wrong. */
export function checkApart(fields: Readonly<Record<string, unknown>>, report: Report): void {
  const schema = briefFileSchema.partial();
  const { data } = schema.safeParse(fields);
  if (data === undefined) return;
  readValues(schema, data, report);
  checkCountries(data.countries ?? [], report);
}

/** The Brief that a file describes; not to be used where anything was reported of it, and undefined where it has no budget. */
export function briefOfFile(file: BriefFile, report: Report): Brief | undefined {
  const { budget, fees, flights, measurement, limits, ...values } = readValues(briefFileSchema, file, report);
  checkFields(file, report);
  const bursts = flights && burstsOf(flights, report);
  // An amount that is none was reported, and is not among the values.
  const total: Money | undefined = budget;
  if (total === undefined) return undefined;
  const { maxCpm, leastPerLine, roundTo, reallocationThreshold } = limits ?? {};
  for (const [name, amount] of Object.entries({
    max_cpm: maxCpm,
    least_per_line: leastPerLine,
    round_to: roundTo,
    reallocation_threshold: reallocationThreshold,
  }))
    if (amount) checkCurrency(total, amount, ["limits", name], report);
  const { cost } = typeof file.kpi?.target === "string" ? targetOf(file.kpi.target) : {};
  if (cost) checkCurrency(total, cost, ["kpi", "target"], report);
  const net = afterFees(total, fees, report);
  return (
    net && {
      creatives: [],
      questions: [],
      ...values,
      ...net,
      ...(bursts && { flights: bursts }),
      ...(measurement && { measurement: withStandard(measurement) }),
      limits: { excludedSellers: [], ...limits },
    }
  );
}

function withStandard({ viewability, ...rest }: NonNullable<BriefValues["measurement"]>): Measurement {
  return { ...rest, ...(viewability && { viewability: { standard: "mrc", ...viewability } }) };
}
