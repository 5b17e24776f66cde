import type { Read } from "../../protocol/calls.ts";
import type { KnownFormat } from "../model/seller.ts";

/** The formats that an agent builds or accepts, as it lists them; undefined where it does not tell. */
export async function formatsOf(agentUrl: string, read: Read): Promise<KnownFormat[] | undefined> {
  const answer = await read(agentUrl, "list_creative_formats", {}, { tries: 2 });
  if (answer.type !== "answered") return undefined;
  return answer.payload.formats.map(({ format_id, name, type, assets_required, renders, is_responsive }) => ({
    format_id,
    name,
    type,
    assets_required,
    renders,
    is_responsive,
  }));
}
