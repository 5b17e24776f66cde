import { z } from "zod";
import { fields } from "../../lib/described.ts";
import { readInventory } from "./read-inventory.ts";

/** An audience that the signals agent offers. */
const signal = fields({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  type: z.enum(["marketplace", "custom", "owned"]),
  provider: z.string(),
  /** Percent of the agent's population. */
  coverage: z.number(),
  countries: z.array(z.string()).readonly(),
  /** Per 1,000 impressions; absent for own data, which costs nothing. */
  cpm: z.number().optional(),
  currency: z.enum(["EUR", "USD", "GBP"]),
  /** Simulated minutes from activation until it is live. */
  minutes: z.number(),
  /** Its provider cannot deliver it: every activation fails. */
  broken: z.literal(true).optional(),
}).readonly();

export type SignalListing = z.output<typeof signal>;

const file = readInventory(
  "signals.yaml",
  fields({
    /** Lists of countries that the signals below refer to. */
    regions: z.record(z.string(), z.array(z.string())),
    /** Platforms that signals can be sent to. */
    platforms: z.array(z.string()).min(1),
    /** Destinations that public suites name; what is activated there is live at once. */
    suite_destinations: z.array(z.string()),
    signals: z.array(signal),
  }),
);

export const signals: readonly SignalListing[] = file.signals;
export const platforms: readonly string[] = file.platforms;
export const suiteDestinations: readonly string[] = file.suite_destinations;
