import type { Report } from "./report-schema.ts";

/** `audience strong (“endurance sport”)`, one for each aspect. */
export function readingWords({ aspects }: NonNullable<Report["readings"]>[number]): string[] {
  return aspects.map(
    ({ aspect, fit, quote }) => `${aspect} ${fit}${quote === undefined ? "" : ` (“${quote}”)`}`,
  );
}
