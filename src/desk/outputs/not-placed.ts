import { z } from "zod";
import { notPlaced } from "../../campaign/model/state/not-placed.ts";
import type { CampaignState } from "../../campaign/model/state/state.ts";
import { moneySchema } from "../../lib/money.ts";
import { shellWord } from "../../lib/shell-word.ts";

/** Freed money that no line has, as `status` and `inbox` show it. */
export const notPlacedSchema = z
  .strictObject({
    amount: moneySchema.describe("in the brief's currency"),
    since: z.string().describe("UTC, ISO 8601"),
    commands: z.strictObject({ place: z.string(), leaveIdle: z.string() }),
  })
  .describe("money that was taken from lines and that no other line has; absent where there is none");

/** Nothing where all money has a line. */
export function notPlacedOf(state: CampaignState): { readonly notPlaced?: z.infer<typeof notPlacedSchema> } {
  const free = notPlaced(state);
  if (free === undefined) return {};
  const campaign = `--campaign ${shellWord(state.id)}`;
  return {
    notPlaced: {
      amount: { ...free.amount },
      since: free.since,
      commands: {
        place: `flightdesk buys increase <line> --to <amount> ${campaign} --execute`,
        leaveIdle: `flightdesk reallocations leave-idle ${campaign} --reason "…"`,
      },
    },
  };
}
