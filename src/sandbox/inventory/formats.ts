import { z } from "zod";
import { fields } from "../../lib/described.ts";
import { kindPrefix } from "../../protocol/records/creative.ts";
import { readInventory } from "./read-inventory.ts";

const asset = z.enum(["image", "video", "audio", "text", "url"]);

/** A creative format as the creative agent defines it. Sizes in pixels, lengths in milliseconds. */
const format = fields({
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
    .transform((kinds) => Object.entries(kinds).map(([asset_id, asset_type]) => ({ asset_id, asset_type }))),
}).readonly();

export type Format = z.output<typeof format>;
export type FormatAsset = Format["assets"][number];

const file = readInventory(
  "formats.yaml",
  fields({ sets: z.record(z.string(), z.array(z.string())), formats: z.array(format) }),
);

export const formats: readonly Format[] = file.formats;
export const formatById: ReadonlyMap<string, Format> = new Map(formats.map((one) => [one.id, one]));

/** Ids of formats; the name of a set, `banners`, stands for all of it. */
export function formatIds(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => file.sets[name] ?? [name]);
}

const kinds = { video: "video_hosted", display: "image", audio: "audio_hosted", dooh: "image" } as const;

/** The public standard's kind of a format. */
export function kindOf({ type }: Format): string {
  return kinds[type];
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

/** The format of this deployment's own agent, at `formatAgent`, that is named so or by its kind; undefined for another. */
export function ownFormat(
  named: { readonly agent_url: string; readonly id: string },
  formatAgent: string,
): Format | undefined {
  const { agent_url, id } = named;
  if (agent_url === formatAgent || isStandIn(named)) return formatById.get(id);
  if (!agent_url.startsWith(kindPrefix)) return undefined;
  const kind = agent_url.slice(kindPrefix.length);
  return formats.find(
    (one) => kindOf(one) === kind && (id === `option:${one.id}` || id === `${one.width}x${one.height}`),
  );
}
