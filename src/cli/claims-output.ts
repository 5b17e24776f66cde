import { z } from "zod";
import { cleanText } from "../lib/clean-text.ts";
import { formatCount, formatPercent } from "../report/format.ts";
import type { Report } from "../report/report-schema.ts";
import { shortfallsSchema } from "../report/schema/account.ts";
import { buyChangeOutputSchema, changeText } from "./buys-output.ts";

/** What `claims list` and `claims show` print with `--json`. */
export const claimsOutputSchema = z.strictObject({
  command: z.enum(["claims list", "claims show"]),
  campaign: z.string(),
  claims: shortfallsSchema,
});
export type ClaimsOutput = z.infer<typeof claimsOutputSchema>;

/** What `claims makegood` prints with `--json`. */
export const makegoodOutputSchema = z.strictObject({
  command: z.literal("claims makegood"),
  campaign: z.string(),
  line: z.string(),
  impressions: z.number(),
  until: z.string(),
  executed: z.boolean(),
  recorded: z.boolean().describe("false in a dry run, and where it was written down before"),
  extension: buyChangeOutputSchema
    .optional()
    .describe("of the buy, for its unchanged budget; absent where it runs as long anyway"),
});
export type MakegoodOutput = z.infer<typeof makegoodOutputSchema>;

/** One line for each shortfall, and what is proposed. */
export function claimsText({ campaign, claims }: ClaimsOutput): string {
  if (claims.length === 0) return `${campaign}: no line is short of its order`;
  return claims.flatMap(claimLines).join("\n");
}

function claimLines(claim: NonNullable<Report["shortfalls"]>[number]): string[] {
  const { slot, kind, owed, ordered, delivered, toldTo, outstanding, proposal, makegoods } = claim;
  const verb = kind === "final" ? "is" : "will be";
  return [
    `${slot}: ${verb} ${formatCount(owed)} impressions short, ${formatPercent(owed / ordered, 1)} of its order`,
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
