import { AdcpError, createAdcpServerFromPlatform, definePlatform } from "@adcp/sdk/server";
import type { BuildCreativeRequest, CreativeManifest, Format } from "@adcp/sdk/types";
import { lasting } from "../agents/lasting.ts";
import { type Agent, type AgentOptions, openAgent } from "../agents/open-agent.ts";

/** A builder of creatives: it makes either of its formats from a message. */
export interface CreativeAgent extends Agent {
  readonly built: readonly Built[];
  readonly formats: readonly { readonly agent_url: string; readonly id: string }[];
}

interface Built {
  readonly formatId: string;
  readonly message: string | undefined;
}

export async function openCreativeAgent(options: Pick<AgentOptions, "count">): Promise<CreativeAgent> {
  const built: Built[] = [];
  const account = { id: "workspace", name: "workspace", status: "active" as const, ctx_metadata: {} };
  const shared = lasting();
  const agent = await openAgent({
    ...options,
    server: (url) =>
      createAdcpServerFromPlatform(
        definePlatform({
          capabilities: { specialisms: ["creative-template"] as const, config: {} },
          accounts: { resolve: () => Promise.resolve(account) },
          creative: {
            listCreativeFormats: () => Promise.resolve({ formats: [videoFormat(url), bannerFormat(url)] }),
            buildCreative: (request) =>
              Promise.resolve().then(() => {
                const manifests = targetsOf(request).map(manifestOf);
                const [only] = manifests;
                if (only === undefined)
                  throw new AdcpError("INVALID_REQUEST", { message: "no format is named" });
                built.push(
                  ...manifests.map(({ format_id }) => ({ formatId: format_id.id, message: request.message })),
                );
                return request.target_format_id === undefined ? manifests : only;
              }),
          },
        }),
        { name: "a creative agent", version: "1.0.0", ...shared },
      ),
  });
  return {
    ...agent,
    built,
    formats: [videoFormat(agent.url), bannerFormat(agent.url)].map(({ format_id: { agent_url, id } }) => ({
      agent_url,
      id,
    })),
  };
}

function videoFormat(agent_url: string): Format {
  return {
    format_id: { agent_url, id: "video_15s" },
    name: "Video, 15 seconds",
    assets: [{ item_type: "individual", asset_id: "video", asset_type: "video", required: true }],
  };
}

function bannerFormat(agent_url: string): Format {
  return {
    format_id: { agent_url, id: "display_300x250" },
    name: "Medium rectangle",
    renders: [{ role: "primary", dimensions: { width: 300, height: 250 } }],
    assets: [{ item_type: "individual", asset_id: "banner", asset_type: "image", required: true }],
  };
}

type FormatId = NonNullable<BuildCreativeRequest["target_format_id"]>;

function targetsOf({ target_format_id, target_format_ids = [] }: BuildCreativeRequest): readonly FormatId[] {
  return target_format_id === undefined ? target_format_ids : [target_format_id];
}

function manifestOf(format_id: FormatId): CreativeManifest {
  const url = `https://cdn.builder.example/${format_id.id}`;
  switch (format_id.id) {
    case "video_15s":
      return {
        format_id,
        assets: {
          video: { asset_type: "video", url: `${url}.mp4`, width: 1920, height: 1080, duration_ms: 15_000 },
        },
      };
    case "display_300x250":
      return {
        format_id,
        assets: { banner: { asset_type: "image", url: `${url}.png`, width: 300, height: 250 } },
      };
    default:
      throw new AdcpError("INVALID_REQUEST", {
        message: `${format_id.id} is not built here`,
        field: "target_format_id",
      });
  }
}
