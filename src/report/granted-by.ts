import type { Report } from "./report-schema.ts";

/** Impressions of all makegoods of a line. */
export function grantedBy(makegoods: NonNullable<Report["shortfalls"]>[number]["makegoods"]): number {
  return makegoods.reduce((total, { impressions }) => total + impressions, 0);
}
