/** A creative format as the creative agent defines it. Sizes in pixels, lengths in milliseconds. */
export interface Format {
  readonly id: string;
  readonly name: string;
  readonly type: "video" | "display" | "audio" | "dooh";
  readonly width?: number;
  readonly height?: number;
  readonly duration_ms?: number;
  readonly responsive?: boolean;
  /** Told to callers without credentials too. */
  readonly generic?: boolean;
  readonly assets: readonly FormatAsset[];
}

export interface FormatAsset {
  readonly asset_id: string;
  readonly asset_type: "image" | "video" | "audio" | "text" | "url";
}

const landing: FormatAsset = { asset_id: "click_url", asset_type: "url" };

function banner(width: number, height: number, name: string): Format {
  const assets: FormatAsset[] = [{ asset_id: "banner_image", asset_type: "image" }, landing];
  const id = `display_${width}x${height}`;
  return { id, name, type: "display", width, height, assets, generic: id === "display_300x250" };
}

function spot(seconds: number): Format {
  return {
    id: `video_${seconds}s`,
    name: `Video, ${seconds} seconds, 16:9`,
    type: "video",
    width: 1920,
    height: 1080,
    duration_ms: seconds * 1000,
    assets: [{ asset_id: "video_file", asset_type: "video" }, landing],
  };
}

function jingle(seconds: number): Format {
  return {
    id: `audio_${seconds}s`,
    name: `Audio, ${seconds} seconds`,
    type: "audio",
    generic: seconds === 30,
    duration_ms: seconds * 1000,
    assets: [{ asset_id: "audio_file", asset_type: "audio" }],
  };
}

function screen(orientation: "landscape" | "portrait", width: number, height: number): Format {
  return {
    id: `dooh_${orientation}_${width}x${height}`,
    name: `Digital screen, ${orientation}`,
    type: "dooh",
    generic: orientation === "landscape",
    width,
    height,
    duration_ms: 10_000,
    assets: [{ asset_id: "screen_image", asset_type: "image" }],
  };
}

export const formats: readonly Format[] = [
  banner(300, 250, "Medium rectangle"),
  banner(728, 90, "Leaderboard"),
  banner(320, 50, "Mobile banner"),
  banner(970, 250, "Billboard"),
  banner(300, 600, "Half page"),
  {
    id: "native_feed",
    name: "Native card in a feed",
    type: "display",
    width: 1200,
    height: 628,
    responsive: true,
    assets: [
      { asset_id: "card_image", asset_type: "image" },
      { asset_id: "headline", asset_type: "text" },
      { asset_id: "body", asset_type: "text" },
      landing,
    ],
  },
  spot(6),
  spot(15),
  spot(30),
  {
    id: "video_vast",
    name: "Video by VAST tag",
    type: "video",
    generic: true,
    width: 1920,
    height: 1080,
    assets: [{ asset_id: "vast_tag", asset_type: "url" }],
  },
  {
    id: "video_vertical_15s",
    name: "Vertical video, 15 seconds, 9:16",
    type: "video",
    width: 1080,
    height: 1920,
    duration_ms: 15_000,
    assets: [
      { asset_id: "video_file", asset_type: "video" },
      { asset_id: "headline", asset_type: "text" },
      landing,
    ],
  },
  jingle(15),
  jingle(30),
  screen("landscape", 1920, 1080),
  screen("portrait", 1080, 1920),
  {
    id: "image_300x250",
    name: "Plain image, 300x250",
    type: "display",
    width: 300,
    height: 250,
    assets: [{ asset_id: "image", asset_type: "image" }],
  },
];

/** What public suites write where the agent under test stands. */
const underTest = "https://your-agent.example.com";

/** Whether a format is of this deployment's own agent, at `formatAgent`. */
export function isOwnFormat({ agent_url }: { readonly agent_url: string }, formatAgent: string): boolean {
  return agent_url === formatAgent || agent_url === underTest;
}

export const formatById: ReadonlyMap<string, Format> = new Map(formats.map((format) => [format.id, format]));
