import type { CreativeManifest } from "../../protocol/records/creative.ts";
import { build_creative } from "../../protocol/tasks/build_creative.ts";
import type { Ports } from "../model/state/ports.ts";
import type { CampaignState, StepState } from "../model/state/state.ts";
import type { Preview } from "../model/step/receipt.ts";

/**
 * Asks for previews of what was built, for people to check before and after it runs; again where one has expired before
 * the creative went to a seller. A preview that cannot be had is written down and stops nothing.
 */
export async function previewBuilt(ports: Ports): Promise<void> {
  const state = ports.journal.state();
  await Promise.all(
    state.steps.map(async (step) => {
      const manifest = manifestOf(step);
      const known = state.previews.filter(({ stepId }) => stepId === step.step.id);
      if (manifest === undefined || isShown(known.at(-1), step, state, ports.clock.now())) return;
      const preview = await previewOf(step, manifest, ports);
      await ports.journal.record(
        { type: "creative-previewed", preview },
        `preview/${step.step.id}/${known.length + 1}`,
      );
    }),
  );
}

function manifestOf({ step, status, receipt }: StepState): CreativeManifest | undefined {
  if (step.task !== "build_creative" || status !== "done") return undefined;
  const payload = build_creative.response.safeParse(receipt?.payload).data;
  return payload?.creative_manifest ?? payload?.creative_manifests?.[0];
}

function isShown(last: Preview | undefined, { step }: StepState, state: CampaignState, now: number): boolean {
  if (last === undefined) return false;
  const given = state.steps.some(
    (other) =>
      other.step.task === "sync_creatives" &&
      other.step.lineIds.some((lineId) => step.lineIds.includes(lineId)),
  );
  return given || last.expiresAt === undefined || Date.parse(last.expiresAt) > now;
}

async function previewOf({ step }: StepState, manifest: CreativeManifest, ports: Ports): Promise<Preview> {
  const failed = (reason: string): Preview => ({ stepId: step.id, result: "failed", urls: [], reason });
  const answer = await ports.read(step.agentUrl, "preview_creative", {
    request_type: "single",
    format_id: manifest.format_id,
    creative_manifest: manifest,
    output_format: "url",
  });
  if (answer.type === "failed") return failed(`${answer.error.code}: ${answer.error.message}`);
  if (answer.type === "pending") return failed("its previews come later");
  const { previews = [], expires_at } = answer.payload;
  const urls = previews.flatMap(({ preview_url }) => (preview_url === undefined ? [] : [preview_url]));
  if (urls.length === 0) return failed("the answer holds no address of a preview");
  return { stepId: step.id, result: "shown", urls, expiresAt: expires_at };
}
