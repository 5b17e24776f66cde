import type { Processes } from "../../lib/processes.ts";
import type { Answer } from "../../protocol/client/calls.ts";
import type { Mutate } from "../../protocol/client/mutate.ts";
import type { MediaBuy } from "../../protocol/records/media-buy.ts";
import type { MutationName, ResponseOf } from "../../protocol/tasks/index.ts";
import type { Ports } from "../model/state/ports.ts";

export type Listed = Answer<ResponseOf<"get_media_buys">>;

/** All that sellers hold, each asked once: what the steps of one turn are checked against before they are first sent. */
export interface TurnBooks {
  readonly of: (agentUrl: string) => Promise<Listed>;
  /** The seller may hold more by now than it answered. */
  readonly forget: (agentUrl: string) => void;
  /** What sellers have shown of their books in this turn when they were compared with the ledger, by address. */
  readonly shown: Map<string, readonly MediaBuy[]>;
  /** What sellers have said in this turn of our accounts with them, by address. */
  readonly financials: Map<string, ResponseOf<"get_account_financials">>;
}

/** The world as this stage alone sees it: with the means to change it. */
export interface ExecutePorts extends Ports {
  readonly mutate: Mutate;
  /** What sellers hold, shared by the steps of one turn; where absent each step asks for itself. */
  readonly turnBooks?: TurnBooks;
  /** Longest time that a change may be under way, in milliseconds: `mutate` ends the call when it is over. */
  readonly longestCallMs: (task: MutationName) => number;
  /** Who this process is, and which of those that work on the same ledger are gone. */
  readonly processes: Processes;
}
