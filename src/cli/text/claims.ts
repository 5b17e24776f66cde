import type { MakegoodOutput } from "../../desk/proposes/make-good.ts";
import type { ClaimsOutput } from "../../desk/reads/claims.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { formatCount } from "../../lib/english.ts";
import { formatPercent } from "../../report/format.ts";
import type { Report } from "../../report/report.ts";
import { changeText } from "./buys.ts";

/** One line for each under-delivery, and what is proposed. */
export function claimsText({ campaign, claims }: ClaimsOutput): string {
  if (claims.length === 0) return `${campaign}: no line under-delivers`;
  return claims.flatMap(claimLines).join("\n");
}

export function claimLines(claim: NonNullable<Report["shortfalls"]>[number]): string[] {
  const { slot, kind, owed, ordered, delivered, toldTo, outstanding, proposal, makegoods } = claim;
  const verb = kind === "final" ? "under-delivers" : "will under-deliver";
  return [
    `${slot}: ${verb} by ${formatCount(owed)} impressions, ${formatPercent(owed / ordered, 1)} of its order`,
    `  ordered ${formatCount(ordered)}, delivered ${formatCount(delivered)} to ${toldTo}`,
    `  proposed: ${proposal}`,
    ...makegoods.map(
      ({ impressions, until, by }) =>
        `  granted: ${formatCount(impressions)} impressions until ${until}, noted by ${by}`,
    ),
    ...(makegoods.length > 0 ? [`  outstanding: ${formatCount(outstanding)}`] : []),
    ...(claim.claim === undefined ? [] : [`  flightdesk claims show ${slot}`]),
  ].map((text) => `${text.startsWith("  ") ? "  " : ""}${cleanText(text, 600)}`);
}

export function makegoodText(output: MakegoodOutput): string {
  const { line, impressions, until, executed, recorded, extension } = output;
  const verb = recorded ? "noted" : executed ? "noted before" : "would note";
  const what = `${formatCount(impressions)} impressions of ${line} until ${until}`;
  return [
    cleanText(`${verb}: ${what}, at no cost`, 600),
    ...(extension === undefined ? [] : [changeText(extension)]),
  ].join("\n");
}
