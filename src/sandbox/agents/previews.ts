import { type Clock, isoTime } from "../../lib/clock.ts";
import { digest } from "../../lib/digest.ts";
import { type RequestOf, type ResponseOf, tasks } from "../../protocol/tasks/index.ts";
import { Refusal } from "../refusal.ts";
import { type Tool, tool } from "../tool.ts";

const previewLife = 86_400_000;

/** Previews of any manifest, at addresses that are good for a simulated day. */
export function previewTool(url: string, clock: Clock): Tool {
  const previewsOf = (manifest: unknown, names: readonly string[]) =>
    names.map((name) => {
      const preview_id = digest([manifest, name]).slice(0, 16);
      return { preview_id, preview_url: `${url}/previews/${preview_id}` };
    });
  return tool(tasks.preview_creative, (request): ResponseOf<"preview_creative"> => {
    const expires_at = isoTime(clock.now() + previewLife);
    if (request.request_type === "batch") {
      const results = wanted(request.requests, "requests").map(({ creative_manifest, inputs }) => ({
        success: true,
        previews: previewsOf(creative_manifest, namesOf(inputs)),
      }));
      return { results, expires_at };
    }
    wanted(request.format_id, "format_id");
    const manifest = wanted(request.creative_manifest, "creative_manifest");
    return { previews: previewsOf(manifest, namesOf(request.inputs)), expires_at };
  });
}

function namesOf(inputs: RequestOf<"preview_creative">["inputs"]): readonly string[] {
  return inputs?.map(({ name }) => name) ?? ["default"];
}

function wanted<Value>(value: Value | undefined, field: string): Value {
  if (value === undefined) throw new Refusal("VALIDATION_ERROR", `${field} is missing`, field);
  return value;
}
