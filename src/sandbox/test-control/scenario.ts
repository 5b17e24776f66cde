import type { Clock } from "../../lib/clock.ts";
import type { AccountBook } from "../account-book.ts";
import type { CreativeLibrary } from "../creatives/creative-library.ts";
import type { Listing } from "../inventory/listing.ts";
import type { MediaBuyBook } from "../media-buys/book.ts";
import type { Payload } from "../payload.ts";
import type { SellerTasks } from "../seller-tasks.ts";

/** What a suite may put into one seller, and what it may move there. */
export interface Controlled {
  readonly book: MediaBuyBook;
  readonly waiting: SellerTasks;
  readonly library: CreativeLibrary;
  readonly accounts: AccountBook;
  readonly formatAgent: string;
  readonly clock: Clock;
  /** What is on sale; products are added here. */
  readonly listings: Listing[];
}

export type Scenario = (params: Payload, controlled: Controlled, principal: string) => Payload;

type ControlError =
  | "FORBIDDEN"
  | "INVALID_PARAMS"
  | "INVALID_STATE"
  | "INVALID_TRANSITION"
  | "NOT_FOUND"
  | "UNKNOWN_SCENARIO";

/** A "no" of the controller. What the seller cannot be made to do is `UNKNOWN_SCENARIO`: suites then ask for no more of it. */
export function controlError(error: ControlError, error_detail: string): Payload {
  return { success: false, error, error_detail };
}
