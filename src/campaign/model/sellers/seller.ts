import type { CreativeFormat } from "../../../protocol/records/creative.ts";
import type { TaskName } from "../../../protocol/tasks/index.ts";
import type { Targetable } from "../people/targeting.ts";
import type { Authorisation } from "./authorisation.ts";

/** An agent that sells media, as registry and capabilities list it. */
export interface Seller {
  /** Stable name of the agent inside a campaign: its domain, with the path where one domain hosts several. */
  readonly id: string;
  readonly domain: string;
  /** What the registry calls it: not our word, shown and compared with the names in a brief. */
  readonly name?: string;
  /** Other domains that it is listed under; absent where there are none. */
  readonly otherNames?: readonly string[];
  readonly agentUrl: string;
  /** Id of the agent that its one seller is counted under; absent where that is this one. */
  readonly groupId?: string;
  readonly channels: readonly string[];
  readonly tasks: readonly string[];
  /** Seconds for which a repeated key is answered with the first result; absent where the seller declares none. */
  readonly replayWindowSeconds?: number;
  /** The account there that is bought under, where the seller opened it; else it is the brand and who operates for it. */
  readonly account?: { readonly account_id: string };
  /** Whether the publishers that it names let it sell; absent where that was not checked. */
  readonly authorisation?: Authorisation;
  /** It did not say what it can do: it may be another matter when it is asked again. */
  readonly silent?: true;
  /** Something is in the way that can be mended, here, in the registry or at the seller: it is left out before it is asked. */
  readonly barred?: true;
  /** What it says packages can be kept to, whatever the product. */
  readonly targetable?: Targetable;
  /** The release that it speaks has no place for a signal in an order. */
  readonly ordersNoSignals?: true;
  /** It says how products are asked for, and refinements are not among it. */
  readonly takesNoRefinements?: true;
  /** It makes proposals whose terms are sealed, holds and sells them. */
  readonly proposes?: true;
  /** What of a proposal it negotiates, as it says; words alone where that is nothing. */
  readonly negotiates?: readonly string[];
  /** It says what is left on an account, and whether its invoices are paid. */
  readonly showsFinancials?: true;
  readonly eligible: boolean;
  /** Why nothing is bought from it, though it is asked and its offers are compared; it is among the reasons. */
  readonly unbuyable?: string;
  /** Why not, or what to know; one sentence each. */
  readonly reasons: readonly string[];
}

/** Whether an agent serves all that a proposal takes from asking to buying, as it lists the tasks of release 3.2. */
export function makesProposals(tools: readonly string[]): true | undefined {
  const needed = ["request_proposals", "refine_proposals", "accept_proposal"];
  return needed.every((task) => tools.includes(task)) || undefined;
}

/** Whether a seller serves a task, as it says itself or the registry does. Who was never listed is taken to. */
export function servesTask(sellers: readonly Seller[] | undefined, sellerId: string, task: TaskName) {
  return sellers?.find(({ id }) => id === sellerId)?.tasks.includes(task) ?? true;
}

/**
 * One seller, however many names and addresses it has. Money adds up by its marks: what an earlier campaign knew by one of
 * them is the same seller's.
 */
export interface SellerGroup {
  /** The first of the members' ids. */
  readonly id: string;
  /** Ids of its agents. */
  readonly members: readonly string[];
  /** All that it is called, as names are compared: orders, exclusions and rules are matched with it. */
  readonly names: readonly string[];
  /** What it is recognised by: names, origins, keys, accounts. */
  readonly marks: readonly string[];
  /** Who was joined and why, one sentence; absent where there is one agent. */
  readonly why?: string;
  /** The origin that is all that its agents share: each has a domain of its own. Absent where they share more. */
  readonly host?: string;
}

export interface CreativeAgent extends Pick<Seller, "id" | "agentUrl" | "replayWindowSeconds"> {
  /** What it builds; absent where it does not say. */
  readonly formats?: readonly KnownFormat[];
}

/** A creative format as an agent describes it: what the asset rules ask of a creative in it. */
export type KnownFormat = Pick<
  CreativeFormat,
  "format_id" | "name" | "type" | "assets_required" | "renders" | "is_responsive"
>;

/** An agent that supports buying and cannot be asked: what it does, and why not. */
export interface UnaskedAgent {
  readonly id: string;
  readonly reason: string;
}

/** An agent that offers audience signals. */
export type SignalsAgent = Pick<CreativeAgent, "id" | "agentUrl" | "replayWindowSeconds">;
