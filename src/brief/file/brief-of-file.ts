import type { Money } from "../../lib/money.ts";
import type { Brief, BriefCreative, Measurement } from "../brief.ts";
import { objectiveOf } from "../kpi.ts";
import { targetOf } from "./amount.ts";
import { type BriefFile, type BriefValues, briefFileSchema } from "./brief-schema.ts";
import { checkCountries } from "./check-places.ts";
import { checkFields, typeOfAsset } from "./checks.ts";
import { cityIn } from "./city.ts";
import { readValues } from "./codec.ts";
import { afterFees, burstsOf, checkCurrency } from "./parts-of-budget.ts";
import type { Report } from "./problem.ts";

/** Reports what no schema can say of single fields, where others of their file are wrong. */
export function checkApart(fields: Readonly<Record<string, unknown>>, report: Report): void {
  const schema = briefFileSchema.partial();
  const { data } = schema.safeParse(fields);
  if (data === undefined) return;
  readValues(schema, withCities(data), report);
  checkCountries(data.countries ?? [], report);
}

/** The Brief that a file describes; not to be used where anything was reported of it, and undefined where it has no budget. */
export function briefOfFile(file: BriefFile, report: Report): Brief | undefined {
  const {
    budget,
    fees,
    flights,
    measurement,
    limits,
    creatives = [],
    ...values
  } = readValues(briefFileSchema, withCities(file), report);
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
  const objective = values.objective ?? (values.kpi && objectiveOf(values.kpi.metric));
  if (objective === undefined) report(["objective"], missingObjective, true);
  return (
    net &&
    objective && {
      questions: [],
      ...values,
      objective,
      creatives: creatives.map(withTypes),
      ...net,
      ...(bursts && { flights: bursts }),
      ...(measurement && { measurement: withStandard(measurement) }),
      limits: { excludedSellers: [], ...limits },
    }
  );
}

const missingObjective = "is missing; write awareness, consideration or conversion, or a kpi that says it";

/** The file with its cities where they lie: which of two is meant by one name, its countries tell. */
function withCities<File extends Partial<BriefFile>>(file: File): File {
  const { places, countries = [] } = file;
  if (places === undefined) return file;
  const located = ({ cities, ...others }: NonNullable<typeof places.include>) => ({
    ...others,
    ...(cities && { cities: cities.map((city) => cityIn(countries, city)) }),
  });
  const { include, exclude } = places;
  return {
    ...file,
    places: { ...(include && { include: located(include) }), ...(exclude && { exclude: located(exclude) }) },
  };
}

/** Each asset with its type, which an order's creatives cannot be without. */
function withTypes<Creative extends Pick<BriefCreative, "assets">>(creative: Creative): Creative {
  const assets = Object.entries(creative.assets).map(([role, asset]) => {
    const type = typeOfAsset(role, asset);
    return [role, type === undefined ? asset : { ...asset, asset_type: type }];
  });
  return { ...creative, assets: Object.fromEntries(assets) };
}

function withStandard({ viewability, ...rest }: NonNullable<BriefValues["measurement"]>): Measurement {
  return { ...rest, ...(viewability && { viewability: { standard: "mrc", ...viewability } }) };
}
