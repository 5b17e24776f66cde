/** An agent that sells media, as registry and capabilities tell it. */
export interface Seller {
  /** Stable name of the agent inside a campaign: its domain, with the path where one domain hosts several. */
  readonly id: string;
  readonly domain: string;
  readonly agentUrl: string;
  readonly channels: readonly string[];
  readonly tasks: readonly string[];
  /** Seconds for which a repeated key is answered with the first result; absent where the seller declares none. */
  readonly replayWindowSeconds?: number;
  readonly eligible: boolean;
  /** Why not, or what to know; one sentence each. */
  readonly reasons: readonly string[];
}

/** An agent that builds creatives. */
export interface CreativeAgent {
  readonly id: string;
  readonly agentUrl: string;
  /** Seconds for which a repeated key is answered with the first result. */
  readonly replayWindowSeconds?: number;
  /** What it builds; absent where it does not tell. */
  readonly formats?: readonly KnownFormat[];
}

/** A creative format as an agent describes it: what a creative in it must be. */
export interface KnownFormat {
  readonly formatId: { readonly agent_url: string; readonly id: string };
  readonly name: string;
  readonly type?: "video" | "display" | "audio" | "dooh";
  /** Pixels. */
  readonly size?: { readonly width: number; readonly height: number };
  readonly durationMs?: number;
  /** Adapts to the place: its size is one of many. */
  readonly responsive: boolean;
  /** Assets that it must have, by role. */
  readonly assets: readonly { readonly id: string; readonly type: string }[];
}

/** An agent that offers audience signals. */
export interface SignalsAgent {
  readonly id: string;
  readonly agentUrl: string;
  /** Seconds for which a repeated key is answered with the first result. */
  readonly replayWindowSeconds?: number;
}
