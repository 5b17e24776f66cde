import { z } from "zod";
import { type FieldPath, openYaml } from "../../lib/yaml-places.ts";
import type { Brief, Question } from "../model/brief.ts";
import type { DraftBrief } from "./draft.ts";
import { type BriefFile, briefFileSchema } from "./file/brief-schema.ts";
import { countryAlias, isCountry } from "./file/countries.ts";
import { describeIssue } from "./file/describe-issue.ts";
import { toBursts } from "./file/flights-of-file.ts";
import { toLimits } from "./file/limits-of-file.ts";
import { toMeasurement } from "./file/measurement-of-file.ts";
import { afterFees, toMoney, toShare } from "./file/money-of-file.ts";
import type { BriefProblem, Report } from "./file/problem.ts";
import { toTargeting } from "./file/targeting-of-file.ts";

export type BriefReading =
  | {
      readonly type: "brief";
      readonly brief: Brief;
      /** The words behind each value, where the brief was read from free text. */
      readonly draft?: DraftBrief;
    }
  | {
      readonly type: "invalid";
      readonly problems: readonly BriefProblem[];
      /** What the file itself says is still open. */
      readonly questions: readonly Question[];
    };

/** Reads `brief.yaml`. All problems are reported at once, each with its place in the file. */
export function readBriefFile(text: string, fileName: string): BriefReading {
  const yaml = openYaml(text);
  const problems: BriefProblem[] = [];
  if (yaml.errors.length > 0)
    return {
      type: "invalid",
      questions: [],
      problems: yaml.errors.map((error) => ({ file: fileName, field: "", ...error })),
    };

  const report: Report = (path, message, at = yaml.placeOf(path)) =>
    problems.push({ file: fileName, ...at, field: fieldName(path), message });
  const invalid = (): BriefReading => ({
    type: "invalid",
    problems: inOrder(problems),
    questions: openQuestions.safeParse(yaml.value).data?.questions ?? [],
  });
  const parsed = briefFileSchema.safeParse(yaml.value);
  if (!parsed.success) {
    for (const issue of parsed.error.issues)
      for (const { path, message, isKey, missing } of describeIssue(issue, yaml.value)) {
        const place = isKey ? yaml.placeOfKey(path) : yaml.placeOf(path);
        problems.push({
          file: fileName,
          ...place,
          field: fieldName(path),
          message,
          ...(missing && { missing }),
        });
      }
    return invalid();
  }
  const brief = toBrief(parsed.data, report);
  return brief === undefined || problems.length > 0 ? invalid() : { type: "brief", brief };
}

/** The questions of a file that is no brief yet. */
const openQuestions = z.object({ questions: briefFileSchema.shape.questions });

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
  refuseRepeats(file.languages ?? [], ["languages"], report);
  refuseRepeats(file.signals ?? [], ["signals"], report);
  for (const list of ["excluded_sellers", "only_sellers"] as const)
    refuseRepeats(file.limits?.[list] ?? [], ["limits", list], report);
  const creatives = file.creatives ?? [];
  refuseRepeats(
    creatives.map(({ id }) => id),
    ["creatives"],
    report,
    "id",
  );
  const limits = toLimits(file, budget, report);
  const net = budget && afterFees(budget, file.fees, report);
  const targeting = toTargeting(file, report);
  const measured = toMeasurement(file, report);
  const flights = file.flights && toBursts(file, report);
  const overlap = typeof file.overlap === "object" ? toOverlap(file.overlap, report) : file.overlap;
  if (net === undefined || limits === undefined) return undefined;
  const { name: brandName, domain, categories } = file.brand;
  return {
    name: file.name,
    brand: {
      domain,
      ...(brandName === undefined ? {} : { name: brandName }),
      ...(categories === undefined ? {} : { categories }),
    },
    objective: file.objective,
    ...net,
    ...(insertionOrderTotal === undefined ? {} : { insertionOrderTotal }),
    flight: file.flight,
    ...(flights && { flights }),
    countries: file.countries,
    channels: file.channels,
    ...(file.audience === undefined ? {} : { audience: file.audience }),
    ...(file.signals === undefined ? {} : { signals: file.signals }),
    ...measured,
    ...(file.frequency === undefined ? {} : { frequency: file.frequency }),
    ...(file.frequency_cap === undefined ? {} : { frequencyCap: file.frequency_cap }),
    ...(overlap === undefined ? {} : { overlap }),
    ...targeting,
    ...(file.pacing === undefined ? {} : { pacing: file.pacing }),
    ...(file.channel_pacing === undefined ? {} : { channelPacing: file.channel_pacing }),
    limits,
    ...(file.weights === undefined ? {} : { weights: file.weights }),
    ...(file.soft === undefined ? {} : { soft: file.soft }),
    creatives,
    ...(file.message === undefined ? {} : { message: file.message }),
    questions: file.questions ?? [],
  };
}

function toOverlap(
  { lost: written, source }: Exclude<NonNullable<BriefFile["overlap"]>, string>,
  report: Report,
) {
  const lost = toShare(written, ["overlap", "lost"], report);
  return lost === undefined ? undefined : { lost, source };
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

function fieldName(path: FieldPath): string {
  return path.reduce<string>(
    (name, part) => (typeof part === "number" ? `${name}[${part}]` : name === "" ? part : `${name}.${part}`),
    "",
  );
}

function inOrder(problems: readonly BriefProblem[]): BriefProblem[] {
  return [...problems].sort((a, b) => a.line - b.line || a.column - b.column);
}
