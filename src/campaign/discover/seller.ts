import type { CreativeFormat } from "../../protocol/records/creative.ts";
import type { Authorisation } from "./authorisation.ts";

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
  /** The account there that is bought under, where the seller opened it; else it is the brand and who operates for it. */
  readonly account?: { readonly account_id: string };
  /** Whether the publishers that it names let it sell; absent where nobody looked. */
  readonly authorisation?: Authorisation;
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

/** A creative format as an agent describes it: what the asset rules ask of a creative in it. */
export type KnownFormat = Pick<
  CreativeFormat,
  "format_id" | "name" | "type" | "assets_required" | "renders" | "is_responsive"
>;

/** An agent that offers audience signals. */
export interface SignalsAgent {
  readonly id: string;
  readonly agentUrl: string;
  /** Seconds for which a repeated key is answered with the first result. */
  readonly replayWindowSeconds?: number;
}
