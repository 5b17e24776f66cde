import { z } from "zod";
import type { OrderedLine } from "../../campaign/buys/ordered-lines.ts";
import { money, moneySchema } from "../../lib/money.ts";
import { type Described, fields } from "../schema.ts";

export const dueSchema = fields({ spend: moneySchema, impressions: z.number().optional() });
type Due = Described<typeof dueSchema>;

/** What a line's days from its first to `day` are to bring of the order, along its curve; nothing where no day was told. */
export function dueBy({ ordered: { budget, impressions }, period, parts }: OrderedLine, day = ""): Due {
  let passed = 0;
  for (const [date, part] of parts) if (date <= day) passed += part;
  // Sums of parts are off by binary error: at the end all of it is due.
  const share = day >= period.end ? 1 : passed;
  // Rounded from the beginning on, so that parts of a flight add up to all of it.
  return {
    spend: money(Math.round(budget.minor * share), budget.currency),
    impressions: impressions === undefined ? undefined : Math.round(impressions * share),
  };
}
