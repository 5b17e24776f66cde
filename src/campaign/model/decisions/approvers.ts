import { type ExchangeTable, exchangeRate } from "../../../lib/exchange.ts";
import { type Money, toDecimal } from "../../../lib/money.ts";

/** Who may approve to a step, and whose signature says so. */
export type Approvers =
  /** People with a key or a passkey of their own, as `approvers.yaml` names them. */
  | { readonly type: "named"; readonly people: readonly Approver[]; readonly tiers: readonly Tier[] }
  /** Nobody is named: whoever can use this installation's own key. */
  | { readonly type: "own-key"; readonly publicKey: string };

export interface Approver {
  readonly name: string;
  /** Of their key file: Ed25519, 32 bytes in base64url, a JWK's `x`. */
  readonly publicKey?: string;
  readonly passkey?: Passkey;
  /** The most that one step may cost, with its data, for this person to approve. */
  readonly upTo: Money;
  /** What campaigns call this person who asked for them, where that is not `name`: each way in may know somebody by another name. */
  readonly login?: string | readonly string[];
}

/** A key that never leaves a person's device, and that the device uses when it has made sure of who holds it. */
export interface Passkey {
  /** The credential's, base64url. */
  readonly id: string;
  /** COSE key, base64url. */
  readonly publicKey: string;
  /** Address of the console at which it was enrolled: it signs for that one alone. */
  readonly origin: string;
}

/** Every name of an approver's, each in the spelling in which two are compared. */
export function namesOf({ name, login = [] }: Pick<Approver, "name" | "login">): string[] {
  return [name, ...[login].flat()].map(comparable);
}

/** A person's name as others may write it. */
export function comparable(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

/** What steps that cost more than `over`, with their data, need. */
export interface Tier {
  readonly over: Money;
  readonly approvers: number;
  /** The person types the total. */
  readonly typeTotal: boolean;
}

/**
 * What a step needs of which people count these amounts. An amount that no rate compares with a tier counts as over it. Whoever works with this
 * installation's own key types every total: nothing else shows that a person is there.
 */
export function needs(
  counted: readonly Money[],
  approvers: Approvers,
  exchange?: ExchangeTable,
): { readonly people: number; readonly typeTotal: boolean } {
  if (approvers.type === "own-key") return { people: 1, typeTotal: true };
  const tiers = approvers.tiers.filter(({ over }) =>
    counted.some((amount) => isOver(amount, over, exchange) ?? true),
  );
  return {
    people: Math.max(1, ...tiers.map(({ approvers: count }) => count)),
    typeTotal: tiers.some(({ typeTotal }) => typeTotal),
  };
}

/** Undefined where there is no dated rate between the two. Nothing is over no amount. */
export function isOver(amount: Money, limit: Money, exchange?: ExchangeTable): boolean | undefined {
  if (amount.minor === 0) return false;
  if (amount.currency === limit.currency) return amount.minor > limit.minor;
  const rate = exchangeRate(exchange, amount.currency, limit.currency);
  return rate === undefined ? undefined : toDecimal(amount) * rate > toDecimal(limit);
}
