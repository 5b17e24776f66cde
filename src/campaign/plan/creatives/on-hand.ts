import { type Creative, creativeManifestSchema, type FormatId } from "../../../protocol/records/creative.ts";
import { build_creative } from "../../../protocol/tasks/build_creative.ts";
import { sameFormat } from "../../model/sellers/formats.ts";
import type { KnownFormat } from "../../model/sellers/seller.ts";
import type { CampaignState, StepState } from "../../model/state/state.ts";
import { checkAssets } from "./check-assets.ts";

/** A creative that exists. With problems it is not sent to anybody. */
export interface CreativeOnHand {
  readonly creative: Creative;
  readonly origin: "brief" | "built";
  /** Why it cannot be used, one sentence each. */
  readonly problems: readonly string[];
  /** UTC, ISO 8601: its files are gone after it. */
  readonly expiresAt?: string;
  readonly expired: boolean;
}

/**
 * Creatives of the brief and those that agents have built, each checked against the rules of its format. `now` is UTC
 * milliseconds; without it nothing counts as expired.
 */
export function creativesOnHand(state: CampaignState, now?: number): CreativeOnHand[] {
  const formats = state.creativeAgents.flatMap(({ formats = [] }) => formats);
  const briefs = (state.brief?.creatives ?? []).map(({ id, name, format, assets }): CreativeOnHand => {
    // The brief's reader has checked the assets against the wire's own schema.
    const creative: Creative = {
      creative_id: id,
      name,
      format_id: { ...format },
      assets: assets as Creative["assets"],
    };
    return { creative, origin: "brief", problems: problemsOf(creative, formats), expired: false };
  });
  return [...briefs, ...state.steps.flatMap((step) => built(step, state, formats, now))];
}

export function builtFormat({ step }: StepState): FormatId | undefined {
  if (step.task !== "build_creative") return undefined;
  const formats = build_creative.request.shape.target_format_ids.safeParse(
    step.arguments["target_format_ids"],
  );
  return formats.data?.[0];
}

function built(
  step: StepState,
  state: CampaignState,
  formats: readonly KnownFormat[],
  now: number | undefined,
): CreativeOnHand[] {
  const format = builtFormat(step);
  if (format === undefined || step.status !== "done") return [];
  const payload = build_creative.response.safeParse(step.receipt?.payload).data;
  if (payload === undefined) return [];
  const { creative_manifest: single, creative_manifests: several = [], expires_at: expiresAt } = payload;
  const manifest = [single, ...several].find((one) => one && sameFormat(one.format_id, format));
  const parsed = creativeManifestSchema.safeParse(manifest);
  if (!parsed.success) return [];
  const creative: Creative = {
    creative_id: `${state.id}-${format.id}`,
    name: `${state.brief?.name ?? state.id} ${format.id}`,
    format_id: format,
    // What kind an asset is, `checkAssets` asks before anything is sent.
    assets: parsed.data.assets as Creative["assets"],
  };
  const expired = now !== undefined && expiresAt !== undefined && !(Date.parse(expiresAt) > now);
  return [
    {
      creative,
      origin: "built",
      problems: [
        ...problemsOf(creative, formats),
        ...(expired ? [`its files were kept until ${expiresAt} only`] : []),
      ],
      expiresAt,
      expired,
    },
  ];
}

function problemsOf(creative: Creative, formats: readonly KnownFormat[]): string[] {
  return checkAssets(
    creative,
    formats.find(({ format_id }) => sameFormat(format_id, creative.format_id)),
  );
}
