import { z } from "zod";
import { mayBePlaced } from "../../campaign/model/state/not-placed.ts";
import type { CampaignState } from "../../campaign/model/state/state.ts";
import { takersOf } from "../../campaign/reallocate/money-alerts.ts";
import { shellWord } from "../../lib/clean-text.ts";
import { type Described, each, fields } from "../../lib/described.ts";
import { formatMoney, moneySchema } from "../../lib/money.ts";
import { lineNames } from "../../report/today/rows.ts";

/** Freed money that no line has, as `status` and `inbox` show it. */
export const notPlacedSchema = fields({
  amount: moneySchema.describe("in the brief's currency"),
  since: z.string().describe("UTC, ISO 8601"),
  takers: each({ lineId: z.string(), product: z.string(), amount: moneySchema, to: moneySchema }).describe(
    "lines that could take it within every limit, what brings most lately first: how much, and their budget then",
  ),
  commands: fields({ place: z.string(), leaveIdle: z.string() }),
}).describe("money that was taken from lines and that no other line has; absent where there is none");

/** Nothing where all money has a line. */
export function notPlacedOf(
  state: CampaignState,
  today: string,
): {
  readonly notPlaced?: Described<typeof notPlacedSchema>;
} {
  const free = mayBePlaced(state);
  if (free === undefined) return {};
  const takers = takersOf(state, today);
  const [first] = takers;
  const line =
    first === undefined
      ? "<line> --to <amount>"
      : `${shellWord(first.lineId)} --to ${shellWord(formatMoney(first.to))}`;
  const campaign = `--campaign ${shellWord(state.id)}`;
  return {
    notPlaced: {
      amount: free.amount,
      since: free.since,
      takers: takers.map((one) => ({ ...one, product: lineNames([one.lineId], state).join() })),
      commands: {
        place: `flightdesk buys increase ${line} ${campaign} --execute`,
        leaveIdle: `flightdesk reallocations leave-idle ${campaign} --reason "…"`,
      },
    },
  };
}
