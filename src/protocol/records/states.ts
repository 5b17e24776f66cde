/**
 * What a thing at an agent can be and become. A state that leads nowhere is terminal. Agents may use states that are not
 * listed: those are kept as they came, are never terminal, and may come after anything that is not.
 */
export interface Machine<State extends string = string> {
  readonly name: string;
  readonly next: Readonly<Record<State, readonly State[]>>;
}

/** Its states are the keys: a move to any other does not compile. */
export function machine<State extends string>(
  name: string,
  next: Readonly<Record<State, readonly NoInfer<State>[]>>,
): Machine<State> {
  return { name, next };
}

/** The contract shows pending, pending_start, active and paused; the rest and the moves are the public standard's. */
export const mediaBuyStates = machine("media buy", {
  pending: ["pending_creatives", "pending_start", "active", "paused", "rejected", "canceled"],
  pending_creatives: ["pending_start", "active", "paused", "rejected", "canceled"],
  pending_start: ["pending_creatives", "active", "paused", "rejected", "canceled"],
  active: ["paused", "completed", "canceled"],
  paused: ["pending_creatives", "pending_start", "active", "completed", "canceled"],
  completed: [],
  rejected: [],
  canceled: [],
});

const taskEnds = ["completed", "failed", "rejected", "canceled"] as const;

/** `pending` is the contract's word for what the public standard calls submitted. */
export const taskStates = machine("task", {
  pending: ["submitted", "working", "input-required", "auth-required", "unknown", ...taskEnds],
  submitted: ["pending", "working", "input-required", "auth-required", "unknown", ...taskEnds],
  working: ["pending", "submitted", "input-required", "auth-required", "unknown", ...taskEnds],
  "input-required": ["pending", "submitted", "working", "auth-required", "unknown", ...taskEnds],
  "auth-required": ["pending", "submitted", "working", "input-required", "unknown", ...taskEnds],
  unknown: ["pending", "submitted", "working", "input-required", "auth-required", ...taskEnds],
  completed: [],
  failed: [],
  rejected: [],
  canceled: [],
});

/** The contract filters by `active`, where the public standard says approved. Nothing is final: a creative can be sent anew. */
export const creativeStates = machine("creative", {
  processing: ["pending_review", "active", "approved", "rejected", "archived"],
  pending_review: ["processing", "active", "approved", "rejected", "archived"],
  active: ["processing", "pending_review", "rejected", "suspended", "archived"],
  approved: ["processing", "pending_review", "rejected", "suspended", "archived"],
  rejected: ["processing", "pending_review", "active", "approved", "archived"],
  suspended: ["active", "approved", "rejected", "archived"],
  archived: ["processing", "pending_review", "active", "approved"],
});

export const accountStates = machine("account", {
  pending_approval: ["active", "rejected", "closed"],
  active: ["payment_required", "suspended", "closed"],
  payment_required: ["active", "suspended", "closed"],
  suspended: ["active", "payment_required", "closed"],
  rejected: [],
  closed: [],
});

/** Names of all states of a kind. */
export function statesOf<State extends string>({ next }: Machine<State>): [State, ...State[]] {
  // The keys of the table are its states.
  return Object.keys(next) as [State, ...State[]];
}

export type StateOf<Known extends Machine> = keyof Known["next"] & string;

export function isKnown<State extends string>(machine: Machine<State>, state: string): state is State {
  return Object.hasOwn(machine.next, state);
}

/** Whether nothing comes after `state`. */
export function isTerminal<State extends string>(machine: Machine<State>, state: string): boolean {
  return isKnown(machine, state) && machine.next[state].length === 0;
}

/** Whether a thing seen in `from` may next be seen in `to`; staying is always allowed. */
export function mayMove<State extends string>(machine: Machine<State>, from: string, to: string): boolean {
  if (from === to) return true;
  if (!isKnown(machine, from)) return true;
  if (!isKnown(machine, to)) return !isTerminal(machine, from);
  return machine.next[from].includes(to);
}
