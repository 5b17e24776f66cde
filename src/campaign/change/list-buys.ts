import { groupBy } from "../../lib/group-by.ts";
import { countedMoney, type Money } from "../../lib/money.ts";
import type { MediaBuy } from "../../protocol/records/media-buy.ts";
import { readBuy, readSpent } from "../account/books/read-buy.ts";
import { type BoughtPackage, boughtPackages } from "../model/derived/bought.ts";
import { locksIn, lockWords } from "../model/derived/locks.ts";
import type { Ports } from "../model/state/ports.ts";
import { type BuyIdentity, buyKey } from "../model/step/buy-identity.ts";

/** A buy of the campaign as its seller has it booked now; what it does not state is absent. */
export interface ListedBuy extends BuyIdentity {
  readonly status?: string;
  readonly revision?: number;
  /** UTC, ISO 8601; `end` is the first instant after the flight. */
  readonly start?: string;
  readonly end?: string;
  readonly validActions?: readonly string[];
  readonly spent?: Money;
  readonly lines: readonly {
    readonly lineId: string;
    readonly packageId: string;
    readonly budget?: Money;
    readonly paused?: boolean;
    readonly creatives?: readonly string[];
    /** That a person has set it, so that flightdesk moves none of its money. */
    readonly set?: string;
  }[];
  /** Why its seller does not answer. */
  readonly silent?: string;
}

/** Every confirmed buy of a campaign, asked for at its seller. Reads alone. */
export function buysOf(ports: Pick<Ports, "journal" | "read">): Promise<ListedBuy[]> {
  const state = ports.journal.state();
  const locks = new Map(locksIn(state).map((lock) => [lock.lineId, lockWords(lock)]));
  const byBuy = groupBy(boughtPackages(state), buyKey);
  return Promise.all([...byBuy.values()].flatMap((packages) => listed(packages, locks, ports)));
}

async function listed(
  packages: readonly BoughtPackage[],
  locks: ReadonlyMap<string, string>,
  ports: Pick<Ports, "read">,
): Promise<ListedBuy> {
  const [first] = packages;
  if (first === undefined) throw new Error("a buy without a package is not a buy");
  const { sellerId, mediaBuyId } = first;
  const { agentUrl, amount } = first.buyStep.step;
  const lines = packages.map(({ lineId, packageId }) => {
    const set = locks.get(lineId);
    return { lineId, packageId, ...(set !== undefined && { set }) };
  });
  const [books, spent] = await Promise.all([
    readBuy(agentUrl, mediaBuyId, ports),
    readSpent(agentUrl, mediaBuyId, amount.currency, ports),
  ]);
  if (books.type === "silent") return { mediaBuyId, sellerId, lines, silent: books.reason };
  const { value: buy } = books;
  const { start_time: start, end_time: end } = buy;
  return {
    mediaBuyId,
    sellerId,
    status: buy.status,
    revision: buy.revision,
    ...(typeof start === "string" && { start }),
    ...(typeof end === "string" && { end }),
    validActions: buy.valid_actions,
    ...(spent.type === "value" ? { spent: spent.value.total } : {}),
    lines: lines.map((line) => ({ ...line, ...detailsOf(line.packageId, buy, amount.currency) })),
  };
}

function detailsOf(packageId: string, { packages = [], status }: MediaBuy, currency: string) {
  const found = packages.find(({ package_id }) => package_id === packageId);
  const { paused, creative_ids: creatives }: Readonly<Record<string, unknown>> = found ?? {};
  const budget = found?.budget === undefined ? undefined : countedMoney(found.budget, currency);
  return {
    ...(budget === undefined ? {} : { budget }),
    // A buy that is paused runs none of its packages.
    ...(status === "paused" ? { paused: true } : typeof paused === "boolean" ? { paused } : {}),
    ...(Array.isArray(creatives) ? { creatives: creatives.map(String) } : {}),
  };
}
