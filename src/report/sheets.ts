import type { Report } from "./report-schema.ts";
import { assumptionsSheet } from "./sheets/assumptions.ts";
import { feedbackSheet } from "./sheets/feedback.ts";
import { offersSheet } from "./sheets/offers.ts";
import { planSheet } from "./sheets/plan.ts";
import { scenariosSheet } from "./sheets/scenarios.ts";
import { sellersSheet } from "./sheets/sellers.ts";
import type { Sheet } from "./sheets/sheet.ts";

/** The report as tables for those who reckon on; a plan and scenarios are among them once they are there. */
export function makeSheets(report: Report): readonly Sheet[] {
  const { plan, scenarios, currency, feedback } = report;
  return [
    offersSheet(report),
    ...(plan ? [planSheet(report)] : []),
    sellersSheet(report),
    ...(scenarios ? [scenariosSheet(scenarios, currency)] : []),
    ...(feedback.length > 0 ? [feedbackSheet(report)] : []),
    assumptionsSheet(report),
  ];
}
