import type { KeyObject } from "node:crypto";
import type { ReallocationRung } from "../../../brief/brief.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { ExchangeTable } from "../../../lib/exchange.ts";
import type { Read } from "../../../protocol/client/calls.ts";
import type { SearchRegistry } from "../../../protocol/registry/registry.ts";
import type { TaskName } from "../../../protocol/tasks/index.ts";
import type { VerifyToken } from "../../../protocol/tokens/approval-token.ts";
import type { WebhookScheme } from "../../../protocol/webhooks/scheme.ts";
import type { ReadAdagents } from "../../../protocol/well-known/adagents.ts";
import type { OperatorBook } from "../../../protocol/well-known/authorized-operators.ts";
import type { Approvers } from "../decisions/approvers.ts";
import type { StopOrder } from "../decisions/stop-order.ts";
import type { Books } from "../learned/orphan.ts";
import type { Policy } from "../policy/policy.ts";
import type { Step } from "../step/step.ts";
import type { Journal } from "./journal.ts";
import type { OtherCampaigns } from "./other-campaigns.ts";

/** All that a campaign needs of the world. */
export interface Ports {
  readonly journal: Journal;
  /** The campaign's calendar: flights, expiries. Simulated in the sandbox. */
  readonly clock: Clock;
  /** The wire's own time: deadlines and how long a seller took. */
  readonly stopwatch: Clock;
  readonly uuid: () => string;
  /** What an agent's reports are authenticated by; signatures where nothing says otherwise. */
  readonly webhookScheme?: (agentUrl: string) => WebhookScheme;
  /** Names this process's run: what caps per run add up by. */
  readonly runId: string;
  /** Names an embedded sandbox, whose calendar begins anew with it; absent among real sellers. */
  readonly world?: string;
  readonly searchRegistry: SearchRegistry;
  /** A publisher's word on who may sell its properties. */
  readonly readAdagents: ReadAdagents;
  readonly read: Read;
  /** Finds out how an agent wants its requests, once. Rejects where it does not answer. `encode` needs it. */
  readonly negotiate: (agentUrl: string) => Promise<void>;
  /** What an agent was agreed on to speak, and the releases that it answered in beside that; undefined where it was not asked. */
  readonly negotiatedDialect: (agentUrl: string) => NegotiatedDialect | undefined;
  /** Whom brands let buy for them; absent where that is not checked. */
  readonly operators?: OperatorBook;
  /** A change as the agent at a URL wants it on the wire: this is what governance checks and what is sent. */
  readonly encode: (agentUrl: string, task: TaskName, request: Step["arguments"]) => Step["arguments"];
  /** What a task is called at the agent at a URL: what governance is asked about, and its token is for. */
  readonly toolName: (agentUrl: string, task: TaskName) => string;
  /** Objections of the release that the agent at a URL speaks to a change as it is on the wire: empty where there are none. */
  readonly objections: (agentUrl: string, task: TaskName, sent: Step["arguments"]) => readonly string[];
  /** A path in a change on the wire, as a governance agent names it, as a path in the step's arguments. */
  readonly fieldInside: (agentUrl: string, task: TaskName, path: string) => string;
  readonly policies: readonly Policy[];
  /** The table of the day: a campaign goes by the one that it has written down. */
  readonly exchange?: ExchangeTable;
  /** The buyer's governance agent. Without one every step is held. */
  readonly governance?: { readonly agentUrl: string; readonly verifyToken: VerifyToken };
  readonly approvalKeys: ApprovalKeys;
  /** Stop orders that stand now. */
  readonly stopOrders: () => Promise<readonly StopOrder[]>;
  /** What agents hold under our account, as far as this process has asked. */
  readonly books: Books;
  /** How the governance agent is asked about what a stop order makes us do. */
  readonly inPassing: AskInPassing;
  /** Other campaigns of this desk. */
  readonly others: OtherCampaigns;
  readonly settings: CampaignSettings;
  /** Live progress for people: one short line. A detail is one of several that each step brings. */
  readonly progress: (line: string, kind?: "detail") => void;
}

export interface NegotiatedDialect {
  /** Name of the dialect. */
  readonly agreed: string;
  readonly strays: readonly string[];
}

/** Who may approve. Both throw where a key cannot be read. */
export interface ApprovalKeys {
  readonly approvers: () => Approvers;
  /** This installation's own key; throws where approvers are named, who sign with theirs. */
  readonly ownKey: () => KeyObject;
}

export interface CampaignSettings {
  /** Milliseconds for people to decide on a step that waits for them. */
  readonly approvalWindowMs: number;
  /** Where agents reach us with what becomes of long tasks; absent where they cannot. */
  readonly publicUrl?: string;
  /** Accounts to buy under at sellers that open them, by agent URL, where a person has set them. */
  readonly accounts?: Readonly<Record<string, string>>;
  /** Addresses that a person says sellers of their own are at, although they share something. */
  readonly separateSellers?: readonly string[];
  /** Whether the seller at an address has a credential to present to our governance agent; the credential itself stays outside. */
  readonly hasGovernanceCredential?: (agentUrl: string) => boolean;
  /** Who operates the accounts that buys are made under: a domain. Without one nothing is sent that changes anything. */
  readonly operator: string | undefined;
  /** How this agent names itself to the governance agent: a URI. Absent where neither it nor an operator is set. */
  readonly caller: string | undefined;
  /** Whether money moves between running lines where a brief says nothing of it. */
  readonly reallocation?: ReallocationRung;
  /** Milliseconds that a seller's figures must stand after their day until they are final, where it does not say. */
  readonly finalAfterMs: number;
  /** Milliseconds after the flight that figures which are not final are waited for. */
  readonly closeAfterMs: number;
  /** How old the exchange table may be when something is bought by its rates, in milliseconds; any age where absent. */
  readonly exchangeAgeMs?: number;
  /** Milliseconds for one seller to answer with offers. */
  readonly sellerDeadlineMs: number;
  /** Milliseconds for all of them together. */
  readonly quoteDeadlineMs: number;
  /** Milliseconds between two reads of a seller's books, at least, before what may cost money is sent to it again. */
  readonly rereadAfterMs: number;
  /** Sellers asked at once. */
  readonly concurrency: number;
}

/**
 * Asks an agent about something that a stop order makes us do, without its being able to keep us from it: undefined where it has
 * not answered within two seconds. Whoever waits for it then waits no longer, and it is not asked again under the same order: a
 * silent agent delays all that an order makes us do by two seconds.
 */
export type AskInPassing = <Answer>(
  order: StopOrder,
  ask: (read: Read) => Promise<Answer>,
) => Promise<Answer | undefined>;
