import { z } from "zod";
import { readInventory } from "./read-inventory.ts";

const asset = z.enum(["image", "video", "audio", "text", "url"]);

/** A creative format as the creative agent defines it. Sizes in pixels, lengths in milliseconds. */
const format = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    type: z.enum(["video", "display", "audio", "dooh"]),
    width: z.number().optional(),
    height: z.number().optional(),
    duration_ms: z.number().optional(),
    responsive: z.literal(true).optional(),
    /** Listed to callers without credentials too. */
    generic: z.literal(true).optional(),
    /** Kinds by id. */
    assets: z
      .record(z.string(), asset)
      .transform((kinds) =>
        Object.entries(kinds).map(([asset_id, asset_type]) => ({ asset_id, asset_type })),
      ),
  })
  .readonly();

export type Format = z.output<typeof format>;
export type FormatAsset = Format["assets"][number];

const file = readInventory(
  "formats.yaml",
  z.strictObject({ sets: z.record(z.string(), z.array(z.string())), formats: z.array(format) }),
);

export const formats: readonly Format[] = file.formats;
export const formatById: ReadonlyMap<string, Format> = new Map(formats.map((one) => [one.id, one]));

/** Ids of formats; the name of a set, `banners`, stands for all of it. */
export function formatIds(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => file.sets[name] ?? [name]);
}

/** What public suites write where the agent under test stands. */
const underTest: ReadonlySet<string> = new Set([
  "https://your-agent.example.com",
  "https://your-platform.example.com",
]);

/** Whether a format is named as suites do that know no agent's formats, and bring any assets for it. */
export function isStandIn({ agent_url }: { readonly agent_url: string }): boolean {
  return underTest.has(agent_url);
}

/** Whether a format is of this deployment's own agent, at `formatAgent`. */
export function isOwnFormat(format: { readonly agent_url: string }, formatAgent: string): boolean {
  return format.agent_url === formatAgent || isStandIn(format);
}
