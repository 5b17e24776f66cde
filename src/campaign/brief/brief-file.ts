import { currencyDigits, fromDecimal, isCurrency, type Money, toDecimal } from "../../lib/money.ts";
import { type FieldPath, openYaml } from "../../lib/yaml-places.ts";
import type { Brief } from "./brief.ts";
import { type BriefFile, briefFileSchema } from "./brief-schema.ts";
import { countryAlias, isCountry } from "./countries.ts";
import { describeIssue } from "./describe-issue.ts";
import type { DraftBrief } from "./draft.ts";
import { readMoney } from "./find-money.ts";

export type BriefReading =
  | {
      readonly type: "brief";
      readonly brief: Brief;
      /** The words behind each value, where the brief was read from free text. */
      readonly draft?: DraftBrief;
    }
  | { readonly type: "invalid"; readonly problems: readonly BriefProblem[] };

export interface BriefProblem {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** `flight.end`, `countries[1]`; empty for the file as a whole. */
  readonly field: string;
  /** What is wrong and what to write instead. */
  readonly message: string;
}

/** Reads `brief.yaml`. All problems are reported at once, each with its place in the file. */
export function readBriefFile(text: string, fileName: string): BriefReading {
  const yaml = openYaml(text);
  const problems: BriefProblem[] = [];
  if (yaml.errors.length > 0)
    return {
      type: "invalid",
      problems: yaml.errors.map((error) => ({ file: fileName, field: "", ...error })),
    };

  const report: Report = (path, message, at = yaml.placeOf(path)) =>
    problems.push({ file: fileName, ...at, field: fieldName(path), message });
  const parsed = briefFileSchema.safeParse(yaml.value);
  if (!parsed.success) {
    for (const issue of parsed.error.issues)
      for (const { path, message, isKey } of describeIssue(issue, yaml.value))
        report(path, message, isKey ? yaml.placeOfKey(path) : yaml.placeOf(path));
    return { type: "invalid", problems: inOrder(problems) };
  }
  const brief = toBrief(parsed.data, report);
  return brief === undefined || problems.length > 0
    ? { type: "invalid", problems: inOrder(problems) }
    : { type: "brief", brief };
}

type Report = (path: FieldPath, message: string, at?: { line: number; column: number }) => void;

/** Checks what a schema cannot say. Undefined only where something was reported. */
function toBrief(file: BriefFile, report: Report): Brief | undefined {
  const budget = toMoney(file.budget, ["budget"], "250,000 EUR", report);
  const { insertion_order_total: ordered } = file;
  const insertionOrderTotal =
    ordered === undefined ? undefined : toMoney(ordered, ["insertion_order_total"], "250,000 EUR", report);
  if (file.flight.end < file.flight.start)
    report(
      ["flight", "end"],
      `is before the start, ${file.flight.start}; write the last day of the campaign`,
    );
  file.countries.forEach((code, i) => {
    if (isCountry(code)) return;
    const meant = countryAlias(code);
    const hint = meant ? `did you mean ${meant}?` : "write an ISO 3166-1 alpha-2 code such as DE";
    report(["countries", i], `"${code}" is not a country code; ${hint}`);
  });
  refuseRepeats(file.countries, ["countries"], report);
  refuseRepeats(file.channels, ["channels"], report);
  refuseRepeats(file.limits?.excluded_sellers ?? [], ["limits", "excluded_sellers"], report);
  const creatives = file.creatives ?? [];
  refuseRepeats(
    creatives.map(({ id }) => id),
    ["creatives"],
    report,
    "id",
  );
  if (file.kpi && isRate(file.kpi.metric) && file.kpi.target > 1)
    report(
      ["kpi", "target"],
      `is ${file.kpi.target}; write a rate from 0 to 1, such as ${file.kpi.target / 100} for ${file.kpi.target}%`,
    );
  const limits = toLimits(file.limits ?? {}, budget, report);
  if (budget === undefined || limits === undefined) return undefined;
  const { name: brandName, domain, categories } = file.brand;
  return {
    name: file.name,
    brand: {
      domain,
      ...(brandName === undefined ? {} : { name: brandName }),
      ...(categories === undefined ? {} : { categories }),
    },
    objective: file.objective,
    budget,
    ...(insertionOrderTotal === undefined ? {} : { insertionOrderTotal }),
    flight: file.flight,
    countries: file.countries,
    channels: file.channels,
    ...(file.audience === undefined ? {} : { audience: file.audience }),
    ...(file.kpi === undefined ? {} : { kpi: file.kpi }),
    limits,
    creatives,
    ...(file.message === undefined ? {} : { message: file.message }),
    questions: file.questions ?? [],
  };
}

function toLimits(
  limits: NonNullable<BriefFile["limits"]>,
  budget: Money | undefined,
  report: Report,
): Brief["limits"] | undefined {
  const { max_cpm, max_share_per_seller: share, excluded_sellers: excludedSellers = [] } = limits;
  const maxCpm =
    max_cpm === undefined ? undefined : toMoney(max_cpm, ["limits", "max_cpm"], "18.00 EUR", report);
  if (max_cpm !== undefined && maxCpm === undefined) return undefined;
  if (maxCpm && budget && maxCpm.currency !== budget.currency)
    report(
      ["limits", "max_cpm"],
      `is in ${maxCpm.currency}; write it in ${budget.currency}, the budget's currency`,
    );
  const maxSharePerSeller = typeof share === "string" ? Number(share.replace("%", "")) / 100 : share;
  if (maxSharePerSeller !== undefined && !(maxSharePerSeller > 0 && maxSharePerSeller <= 1))
    report(
      ["limits", "max_share_per_seller"],
      `is ${share}; write more than 0 and at most 1, such as 40% or 0.4`,
    );
  return {
    ...(maxCpm === undefined ? {} : { maxCpm }),
    ...(maxSharePerSeller === undefined ? {} : { maxSharePerSeller }),
    excludedSellers,
  };
}

function toMoney(
  written: BriefFile["budget"],
  path: FieldPath,
  example: string,
  report: Report,
): Money | undefined {
  const refuse = (message: string, at = path) => {
    report(at, `${message}; write an amount with its currency, such as "${example}"`);
    return undefined;
  };
  if (typeof written === "string") {
    const read = readMoney(written);
    if (read === undefined) return refuse(`"${written}" is not an amount of money`);
    if (read.type === "unclear") return refuse(`"${written}" ${read.problem}`);
    return read.amount.minor > 0 ? read.amount : refuse(`"${written}" is not more than zero`);
  }
  const { amount, currency } = written;
  if (!isCurrency(currency)) return refuse(`"${currency}" is not a currency code`, [...path, "currency"]);
  if (amount * 10 ** currencyDigits(currency) >= 1e15)
    return refuse(`${amount} is too large`, [...path, "amount"]);
  const exact = fromDecimal(amount, currency);
  if (toDecimal(exact) !== amount)
    return refuse(`${amount} has more decimals than ${currency}`, [...path, "amount"]);
  return exact;
}

function refuseRepeats(values: readonly string[], path: FieldPath, report: Report, key?: string): void {
  values.forEach((value, i) => {
    if (values.indexOf(value) < i)
      report(
        key === undefined ? [...path, i] : [...path, i, key],
        `"${value}" is there twice; remove one of them`,
      );
  });
}

function isRate(metric: NonNullable<Brief["kpi"]>["metric"]): boolean {
  return metric === "ctr" || metric === "completion_rate";
}

function fieldName(path: FieldPath): string {
  return path.reduce<string>(
    (name, part) => (typeof part === "number" ? `${name}[${part}]` : name === "" ? part : `${name}.${part}`),
    "",
  );
}

function inOrder(problems: readonly BriefProblem[]): BriefProblem[] {
  return [...problems].sort((a, b) => a.line - b.line || a.column - b.column);
}
