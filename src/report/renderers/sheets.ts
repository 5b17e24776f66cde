import { textsOf } from "../blocks/format.ts";
import { column, type Sheet, sheet, text } from "../blocks/sheet.ts";
import { contents, opening } from "../contents.ts";
import type { Report } from "../report.ts";
import { proofSentences, reachSentences } from "../sections/estimates.ts";
import { methodNotes } from "../sections/method.ts";
import { offerNotes } from "../sections/offers.ts";
import { flowchartSheet } from "../sections/sheets/flowchart-sheet.ts";
import { summarySheet } from "../sections/sheets/summary-sheet.ts";

/** The report as tables for those who calculate on, then what their figures rest on. */
export function makeSheets(report: Report): readonly Sheet[] {
  return [
    summarySheet(report),
    flowchartSheet(report),
    ...[opening, ...contents].map((section) => section.sheet?.(report)),
    assumptionsSheet(report),
  ].filter((sheet) => sheet !== undefined);
}

type Statement = readonly [about: string, of: string, says: string];

/** What the figures of the other sheets rest on, one statement a row. */
function assumptionsSheet(report: Report): Sheet {
  return sheet<Statement>(
    "assumptions",
    [
      column("About", 14, ([about]) => text(about)),
      column("Of", 44, ([, of]) => text(of)),
      column("Statement", 110, ([, , says]) => text(says)),
    ],
    statements(report),
  );
}

function statements({ brief, offers, firstPlace, plan, exchange, policies }: Report): Statement[] {
  const about = (about: string, says: readonly string[] = [], of = "") =>
    says.map((one): Statement => [about, of, one]);
  const rates = Object.entries(exchange?.rates ?? {});
  const pinned = `on ${exchange?.date}, from ${exchange?.source}`;
  return [
    about("method", methodNotes),
    about("limit", brief?.limits),
    about("wish", brief?.preferences),
    ...rates.map(([code, rate]) =>
      about("exchange rate", [`1 ${exchange?.base} = ${rate} ${code} ${pinned}`], code),
    ),
    about("ranking", textsOf(firstPlace)),
    about("plan", plan?.proof && proofSentences(plan.proof, plan.total.currency)),
    about("plan", plan?.binding),
    about("reach", plan?.reach && reachSentences(plan.reach, plan.lines)),
    ...(plan?.conflict ?? []).map(({ text, dropping }) => about("conflict", [dropping], `without: ${text}`)),
    ...offers.map((offer) => about("offer", offerNotes(offer), offer.id)),
    ...policies.map(({ file, digest }) => about("policy", [`SHA-256 ${digest}`], file)),
  ].flat();
}
