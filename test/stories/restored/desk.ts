import { randomUUID } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { createApp } from "../../../src/app.ts";
import type { Brief } from "../../../src/brief/brief.ts";
import { findBuy } from "../../../src/campaign/account/changes/find-line.ts";
import { giveApproval } from "../../../src/campaign/approvals/approve.ts";
import { changeBuy } from "../../../src/campaign/change/change-buy.ts";
import type { ExecutePorts } from "../../../src/campaign/execute/execute-ports.ts";
import type { CampaignEvent } from "../../../src/campaign/model/state/events.ts";
import type { CampaignState } from "../../../src/campaign/model/state/state.ts";
import { advance } from "../../../src/campaign/run/advance.ts";
import { release } from "../../../src/campaign/stop/release.ts";
import { stop } from "../../../src/campaign/stop/stop.ts";
import { type SimulatedClock, simulatedClock } from "../../../src/lib/clock.ts";
import { money } from "../../../src/lib/money.ts";
import { sandboxExchange, startSandbox } from "../../../src/sandbox/sandbox.ts";
import { hastyClock, brief as storyBrief } from "../story.ts";
import type { OwnBooks } from "./own-books.ts";

/** Two sellers take two fifths each, so that a fifth is left for more. */
const brief: Brief = {
  ...storyBrief,
  budget: money(1_000_000, "EUR"),
  channels: ["olv"],
  limits: { excludedSellers: [], maxSharePerSeller: 0.4 },
};
const raised = money(450_000, "EUR");

/** A governance agent that approves everything, by the clock of whoever asks. */
export interface Governance extends AsyncDisposable {
  readonly url: string;
  readonly token: string;
  readonly follow: (clock: SimulatedClock) => void;
}

export async function openGovernance(): Promise<Governance> {
  let followed: Pick<SimulatedClock, "now"> = simulatedClock("2027-01-04T08:00:00Z");
  const clock: SimulatedClock = {
    now: () => followed.now(),
    advance: () => undefined,
    sleep: () => Promise.resolve(),
  };
  const sandbox = await startSandbox({ clock, governance: { decide: () => ({ verdict: "approved" }) } });
  return {
    url: sandbox.governanceUrl,
    token: sandbox.token,
    follow: (next) => {
      followed = next;
    },
    [Symbol.asyncDispose]: sandbox.close,
  };
}

export interface Life {
  readonly home: string;
  readonly books: OwnBooks;
  readonly governance: Governance;
  readonly clock: SimulatedClock;
  /** Waited for before the flight begins. */
  readonly hasBought?: () => Promise<void>;
  /** Called after each entry of the ledger with the time of day. */
  readonly seen?: (now: number) => void;
  /** Protections that are taken away: a suite that stays green without them is blind. */
  readonly without?: readonly ("keys" | "look-ups")[];
}

/**
 * What a desk and its people do with one brief: they buy, look on, give a line more money, stop everything and let it go on.
 * On a ledger in which some of it stands it goes on from there.
 */
export async function live({
  home,
  books,
  governance,
  clock,
  hasBought,
  seen,
  without = [],
}: Life): Promise<CampaignState> {
  governance.follow(clock);
  const { market } = books;
  const app = createApp({
    settings: {
      registry_url: market.url,
      separate_sellers: [market.url],
      governance_url: governance.url,
      well_known_url: market.wellKnownUrl,
      home,
      seller_deadline: 20_000,
    },
    secrets: { token: governance.token },
    policies: [],
    exchange: sandboxExchange,
    clock,
    wireClock: hastyClock(),
    progress: () => undefined,
  });
  const observe = () => seen?.(clock.now());
  try {
    const campaignId = await app.begin(brief, { observe });
    const opened = await app.ports(campaignId, observe);
    const ports = weakened(opened, without);
    const desk = { ledger: app.ledger, stopOrders: app.stopOrders, ports: () => Promise.resolve(ports) };
    // What is asked of a ledger that knows less than the world is agreed to, as often as something new turns up.
    const advanced = async () => {
      for (let round = 0; round < 3; round++) {
        const asked = (await advance(ports, "end")).filter(({ type }) => type === "person");
        if (asked.length === 0) return;
        for (const one of asked) if ("stepId" in one) await giveApproval(ports, one.stepId, "kim");
      }
    };
    await advanced();
    await hasBought?.();
    clock.advance(Math.max(0, Date.parse("2027-01-20T08:00:00Z") - clock.now()));
    await advanced();
    const [line] = ports.journal.state().plan?.lines ?? [];
    const foundBuy = findBuy(ports.journal.state(), line?.lineId ?? "");
    if (foundBuy !== undefined)
      await changeBuy(
        foundBuy,
        { requested: { verb: "increase", to: raised }, askedBy: ["kim"] },
        { execute: true },
        ports,
      );
    clock.advance(3_600_000);
    await stop({ type: "all" }, { by: "kim", reason: "a look at it" }, desk);
    clock.advance(3_600_000);
    await release({ type: "all" }, { by: "kim", resumeBuys: true }, desk);
    await advanced();
    return ports.journal.state();
  } finally {
    await app[Symbol.asyncDispose]();
  }
}

/** Copies the ledger as it lies there. */
export function copyLedger(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const file of ["ledger.db", "ledger.db-wal", "approver.key"])
    if (existsSync(join(from, file))) copyFileSync(join(from, file), join(to, file));
}

function weakened(ports: ExecutePorts, without: NonNullable<Life["without"]>): ExecutePorts {
  const { journal, read } = ports;
  return {
    ...ports,
    ...(without.includes("keys") && {
      journal: {
        ...journal,
        record: (event, key, still) => journal.record(withKeyOfItsOwn(event), key, still),
      },
    }),
    ...(without.includes("look-ups") && {
      read: (agentUrl, task, request, options) =>
        task === "get_media_buys" && !("media_buy_ids" in request)
          ? read(agentUrl, task, { ...request, media_buy_ids: ["nobody's"] }, options)
          : read(agentUrl, task, request, options),
    }),
  };
}

function withKeyOfItsOwn(event: CampaignEvent): CampaignEvent {
  if (event.type !== "step-proposed") return event;
  const { step } = event;
  return { ...event, step: { ...step, arguments: { ...step.arguments, idempotency_key: randomUUID() } } };
}
