import { z } from "zod";
import type { ListedBuy } from "../campaign/change/list-buys.ts";
import { cleanText } from "../lib/clean-text.ts";
import { formatMoney, moneySchema } from "../lib/money.ts";

/** What `buys list` prints with `--json`. */
export const buysListOutputSchema = z.strictObject({
  command: z.literal("buys list"),
  campaign: z.string(),
  buys: z.array(
    z.strictObject({
      mediaBuyId: z.string(),
      seller: z.string(),
      status: z.string().optional(),
      revision: z.number().int().optional(),
      start: z.string().optional(),
      end: z.string().optional().describe("first instant after the flight"),
      validActions: z.array(z.string()).optional().describe("what the seller allows now"),
      spent: moneySchema.optional().describe("as the seller reports it"),
      lines: z.array(
        z.strictObject({
          slot: z.string().describe("line of the plan"),
          packageId: z.string(),
          budget: moneySchema.optional(),
          paused: z.boolean().optional(),
          creatives: z.array(z.string()).optional(),
        }),
      ),
      silent: z.string().optional().describe("why the seller tells nothing"),
    }),
  ),
});
type BuysListOutput = z.infer<typeof buysListOutputSchema>;

export function buysListOutput(campaign: string, buys: readonly ListedBuy[]): BuysListOutput {
  return {
    command: "buys list",
    campaign,
    buys: buys.map(({ sellerId, lines, validActions, ...buy }) => ({
      ...buy,
      seller: sellerId,
      ...(validActions === undefined ? {} : { validActions: [...validActions] }),
      lines: lines.map(({ creatives, ...line }) => ({
        ...line,
        ...(creatives === undefined ? {} : { creatives: [...creatives] }),
      })),
    })),
  };
}

/** Each buy with its lines; everything a seller said is shown as plain text. */
export function buysText({ campaign, buys }: BuysListOutput): string {
  if (buys.length === 0) return `${campaign}: nothing is bought`;
  return buys
    .flatMap(({ mediaBuyId, seller, status, start, end, spent, validActions, lines, silent }) => [
      `${mediaBuyId} at ${seller}: ${silent === undefined ? status : `not told (${cleanText(silent, 200)})`}`,
      ...(start === undefined && end === undefined ? [] : [`  ${start ?? "?"} to ${end ?? "?"}`]),
      ...lines.map(({ slot, packageId, budget, paused, creatives }) =>
        [
          `  ${slot} (${packageId})`,
          ...(budget === undefined ? [] : [formatMoney(budget)]),
          ...(paused === true ? ["paused"] : []),
          ...(creatives === undefined ? [] : [`runs ${creatives.join(", ") || "nothing"}`]),
        ].join("  "),
      ),
      ...(spent === undefined ? [] : [`  spent ${formatMoney(spent)}`]),
      ...(validActions === undefined
        ? []
        : [`  its seller takes ${validActions.join(", ") || "nothing any more"}`]),
    ])
    .map((line) => `${line.startsWith("  ") ? "  " : ""}${cleanText(line, 600)}`)
    .join("\n");
}
