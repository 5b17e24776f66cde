import type { AdcpError } from "@adcp/sdk/server";
import type { Buy } from "./books.ts";
import type { Telling } from "./reporting.ts";

/** Where a seller does other than one would wish. */
export interface Whims {
  /** Awaited before each answer. */
  readonly delay?: () => Promise<void>;
  /** Thrown instead of booking an order. */
  readonly refusal?: () => AdcpError | undefined;
  /** What its own people do to a buy just before an update of it is looked at. */
  readonly meddle?: (buy: Buy) => void;
  /** Takes updates of budgets, and does not make them. */
  readonly ignoresBudgets?: boolean;
  /** Whether it fails to tell what was delivered. */
  readonly isDeliveryBroken?: () => boolean;
  readonly tells?: Telling;
  /** What packages can be kept to, as it says of itself. */
  readonly targeting?: Readonly<Record<string, boolean>>;
  /** Takes signals in an order as 3.1 writes them alone. */
  readonly newer?: boolean;
  /** Takes orders with targeting, and books them without. */
  readonly dropsTargeting?: boolean;
  /** Accounts are opened by its people, not over the wire. */
  readonly opensNoAccounts?: boolean;
}
