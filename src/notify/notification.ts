import type { Money } from "../lib/money.ts";
import type { Today } from "../report/today/today.ts";

export type Topic = "decisions" | "alerts" | "faults";

/** A step that waits for a person: figures and names, no sentence of a seller. What is optional is absent in ledgers of before. */
export interface Question {
  readonly campaignId: string;
  readonly campaignName: string;
  readonly stepId: string;
  /** SHA-256 of the arguments that are asked about. */
  readonly digest: string;
  /** Distinguishes questions about the same arguments: a seller may ask anew of what was sent. */
  readonly round: number;
  readonly task: string;
  readonly seller: string;
  /** As the registry names it. */
  readonly vendor?: string;
  /** Products of the lines that it is about. */
  readonly lines?: readonly string[];
  /** What it makes of a running buy: `budget EUR 7,800.00 -> EUR 8,600.00`. */
  readonly change?: string;
  /** Who asked for that, and their reason. */
  readonly askedBy?: readonly string[];
  readonly reason?: string;
  /** Why this desk wants a person's yes. */
  readonly why?: readonly string[];
  readonly total: Money;
  /** What a yes moves between lines, where it is about that: each line and what becomes of its budget. */
  readonly moves?: readonly { readonly lineId: string; readonly what: string }[];
  /** How many different people must approve, and who has. */
  readonly needed: number;
  readonly approvedBy: readonly string[];
  /** When it is refused if nobody decides: UTC, ISO 8601. */
  readonly until?: string;
}

/** What became of a question. */
export type Outcome =
  | { readonly type: "approved"; readonly by: readonly string[] }
  | { readonly type: "refused"; readonly by: string }
  | { readonly type: "overdue" }
  /** It is asked with other arguments, or about something else. */
  | { readonly type: "changed" }
  | { readonly type: "over" };

/** A message to people outside flightdesk. Each has an id, and goes out once on each channel. */
export type Notification = { readonly id: string } & (
  | { readonly kind: "question"; readonly question: Question }
  /** `of` is the id of what it goes on from, here and below. */
  | { readonly kind: "reminder"; readonly of: string; readonly question: Question }
  | { readonly kind: "decided"; readonly of: string; readonly question: Question; readonly outcome: Outcome }
  | { readonly kind: "stopped"; readonly scope: string; readonly by: string; readonly at: string }
  | { readonly kind: "released"; readonly of: string; readonly scope: string }
  | {
      readonly kind: "not stopped";
      readonly campaignId: string;
      readonly campaignName: string;
      readonly seller: string;
    }
  /** How campaigns stand on a morning; absent in ledgers of before. */
  | { readonly kind: "digest"; readonly today?: Today }
);

const topicOfKind: Readonly<Record<Notification["kind"], Topic>> = {
  question: "decisions",
  reminder: "decisions",
  decided: "decisions",
  stopped: "faults",
  released: "faults",
  "not stopped": "faults",
  digest: "alerts",
};

export function topicOf({ kind }: Notification): Topic {
  return topicOfKind[kind];
}

/** Equal for the same question alone: one for each step, digest and round. */
export function questionId({ campaignId, stepId, digest, round }: Question): string {
  return `question/${campaignId}/${stepId}/${digest}/${round}`;
}

/** Of the digest that was due at an instant, UTC, ISO 8601: once on each channel. */
export function digestId(due: string): string {
  return `digest/${due}`;
}
