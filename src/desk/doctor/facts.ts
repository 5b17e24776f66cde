import { z } from "zod";
import { type Described, lenient, looseFields } from "../../lib/described.ts";
import type { Pin } from "../../protocol/dialects/book.ts";
import type { DialectName } from "../../protocol/dialects/dialect.ts";
import type { Wire } from "../../protocol/messages/transport.ts";
import type { TaskName } from "../../protocol/tasks/index.ts";
import type { PublicRelease } from "../../protocol/tasks/names.ts";
import type { Doorway } from "../../protocol/transports/choose.ts";
import type { CheckedAnswer } from "./conformance/answer-schemas.ts";
import type { RawAnswer } from "./fault.ts";
import type { NamedFormat, Offered, PublishersWord } from "./offered.ts";

/** What an agent declares of itself, as far as a buyer needs it. What is not as expected counts as not declared. */
export const declaredSchema = looseFields({
  idempotency: lenient(looseFields({ supported: z.boolean(), replay_ttl_seconds: z.number().optional() })),
  request_signing: lenient(
    looseFields({ supported: z.boolean(), required_for: lenient(z.array(z.string())) }),
  ),
  webhook_signing: lenient(
    looseFields({
      supported: z.boolean(),
      algorithms: lenient(z.array(z.string())),
      legacy_hmac_fallback: lenient(z.boolean()),
    }),
  ),
  account: lenient(
    looseFields({
      require_operator_auth: lenient(z.boolean()),
      supported_billing: lenient(z.array(z.string())),
    }),
  ),
  media_buy: lenient(
    looseFields({
      governance_aware: lenient(z.boolean()),
      buying_modes: lenient(z.array(z.string())),
    }),
  ),
  governance: lenient(looseFields({ aggregation_window_days: lenient(z.number()) })),
  supported_tasks: lenient(z.array(z.string())),
});
export type Declared = Described<typeof declaredSchema>;

type ProbedTask = Exclude<CheckedAnswer, "brand_file">;

/** What became of a read that was made to see whether it works. */
export type Probe =
  | { readonly task: ProbedTask; readonly result: "answered" | "later" }
  | {
      readonly task: ProbedTask;
      readonly result: "failed";
      readonly code: string;
      readonly reason: string;
      /** The agent does not know who calls. */
      readonly unknownCaller: boolean;
    };

/** What an agent says of itself and how this installation is set up for it. Nothing here is an assessment. */
export interface AgentFacts {
  readonly agentUrl: string;
  /** The dialect that it declares now. */
  readonly says: DialectName;
  /** The release of the public standard that it is asked in; absent in the service contract. */
  readonly release: PublicRelease | undefined;
  /** What carries its calls. */
  readonly wire: Wire;
  /** What it lists over each wire. */
  readonly endpoints: Readonly<Record<Wire, Doorway>>;
  /** The dialect that the settings name for it. */
  readonly set: DialectName | undefined;
  /** As it stood before. */
  readonly pinned: Pick<Pin, "dialect" | "since" | "strays"> | undefined;
  /** Whether what it says is pinned from now on. */
  readonly newlyPinned: boolean;
  /** Releases that it answered in beside the one agreed on, now or since it was pinned. */
  readonly strays: readonly string[];
  /** Tools that it lists, as on the wire. */
  readonly tools: readonly string[];
  /** Tasks behind them that flightdesk knows, with their names on the wire. */
  readonly served: ReadonlyMap<TaskName, string>;
  /** Undefined where it lists its capabilities and does not return them; `silence` says why. */
  readonly declared: Declared | undefined;
  readonly silence: string | undefined;
  readonly probes: readonly Probe[];
  /** Everything that came, page by page, in a fixed order of tasks. */
  readonly answers: readonly RawAnswer[];
  /** Whether products were asked for with a brief, as `compare` asks. */
  readonly hasBrief: boolean;
  /** What `compare` would make of its products. */
  readonly products: readonly Offered[];
  readonly publishers: readonly PublishersWord[];
  readonly formatsOfProducts: readonly NamedFormat[];
  /** Accounts that are open to this installation; undefined where it does not state them. */
  readonly activeAccounts: number | undefined;
  /** Formats that it lists itself, and agents that it refers to for more; undefined where it lists neither. */
  readonly formats: { readonly own: number; readonly referred: number } | undefined;
  readonly desk: {
    /** In words: "bearer token"; undefined where none is set for this agent. */
    readonly credential: string | undefined;
    /** Whether it has one to present to our governance agent. */
    readonly governanceCredential: boolean;
    readonly signs: boolean;
    /** Whether agents have an address to report to. */
    readonly reachable: boolean;
  };
}
