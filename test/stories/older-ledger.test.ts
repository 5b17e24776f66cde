import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import { describe, expect, it } from "vitest";
import { type App, createApp } from "../../src/app.ts";
import type { Brief } from "../../src/brief/brief.ts";
import { findBuy } from "../../src/campaign/account/changes/find-line.ts";
import { giveApproval, refuse } from "../../src/campaign/approvals/approve.ts";
import { inbox } from "../../src/campaign/approvals/inbox.ts";
import { changeBuy } from "../../src/campaign/change/change-buy.ts";
import type { ExecutePorts } from "../../src/campaign/execute/execute-ports.ts";
import { openJournal } from "../../src/campaign/model/state/journal.ts";
import { stepOf } from "../../src/campaign/model/state/state.ts";
import { advance } from "../../src/campaign/run/advance.ts";
import { simulatedClock } from "../../src/lib/clock.ts";
import { money } from "../../src/lib/money.ts";
import { sandboxExchange, startSandbox } from "../../src/sandbox/sandbox.ts";
import { policyFrom } from "../campaign/govern/policy-text.ts";
import { type CannedAnswer, type JsonObject, startCannedMarket } from "../canned/market.ts";
import { asListed, booking, cooperativeSeller } from "./buyer-behaviours/cooperative-seller.ts";
import { creatives } from "./buyer-behaviours/open-desk.ts";
import { hastyClock, brief as storyBrief } from "./story.ts";

const winter: Brief = {
  ...storyBrief,
  creatives,
  name: "Winter",
  budget: money(1_000_000, "EUR"),
  channels: ["olv"],
  limits: { excludedSellers: [], maxSharePerSeller: 0.45 },
};
const spring: Brief = { ...winter, name: "Spring", flight: { start: "2027-03-01", end: "2027-04-11" } };
const summer: Brief = { ...winter, name: "Summer", flight: { start: "2027-05-01", end: "2027-06-11" } };
const autumn: Brief = { ...winter, name: "Autumn", flight: { start: "2027-09-01", end: "2027-10-11" } };

/** A seller with books of its own, which nobody else can write into or roll back. */
function keepingSeller(slug: string) {
  const books = new Map<string, JsonObject>();
  const away = { books: false, catalogue: false };
  const versioned = { status: "completed", adcp_version: "3.1" };
  const packagesOf = ({ packages }: JsonObject): JsonObject[] => (Array.isArray(packages) ? packages : []);
  const usual = cooperativeSeller(slug).tools["get_products"];
  const seller = cooperativeSeller(slug, {
    get_products: async (request, n): Promise<CannedAnswer> => {
      const answer = (await usual?.(request, n)) ?? { http: 503 };
      return away.catalogue ? { payload: { ...versioned, cache_scope: "account", products: [] } } : answer;
    },
    create_media_buy: (request) => {
      const buy = booking(slug, request);
      books.set(String(buy["media_buy_id"]), buy);
      return { payload: { ...buy, ...versioned } };
    },
    get_media_buys: () =>
      away.books
        ? { http: 503 }
        : { payload: { ...versioned, media_buys: [...books.values()].map(asListed) } },
    update_media_buy: ({ media_buy_id, packages }) => {
      const id = String(media_buy_id);
      const before = books.get(id) ?? {};
      const changes = packagesOf({ packages });
      const revision = Number(before["revision"]) + 1;
      const after = packagesOf(before).map((one) => ({
        ...one,
        ...changes.find(({ package_id }) => package_id === one["package_id"]),
      }));
      books.set(id, { ...before, revision, packages: after });
      return { payload: { ...versioned, media_buy_id, revision, affected_packages: after } };
    },
  });
  const write = (id: string, reference: string | undefined, budget: number) => {
    const context = reference === undefined ? {} : { context: { buyer_ref: reference } };
    const packages = [{ package_id: `${id}_1`, product_id: "x", budget }];
    books.set(id, { media_buy_id: id, media_buy_status: "active", revision: 1, ...context, packages });
  };
  return { seller, books, away, write };
}

async function openWorld() {
  const clock = simulatedClock("2027-01-04T08:00:00Z");
  const wire = hastyClock();
  const alpha = keepingSeller("alpha");
  const beta = keepingSeller("beta");
  const market = await startCannedMarket([alpha.seller, beta.seller], wire.now);
  const governance = await startSandbox({
    clock,
    wireClock: wire,
    governance: { decide: () => ({ verdict: "approved" }) },
  });
  const homes: string[] = [];
  const apps: App[] = [];
  const newHome = () => {
    const home = mkdtempSync(join(tmpdir(), "flightdesk-older-"));
    homes.push(home);
    return home;
  };
  const desk = (home = newHome()) => {
    const app = createApp({
      settings: {
        registry_url: market.url,
        separate_sellers: [market.url],
        governance_url: governance.governanceUrl,
        well_known_url: market.wellKnownUrl,
        home,
      },
      secrets: { token: governance.token },
      policies: [],
      exchange: sandboxExchange,
      clock,
      wireClock: wire,
      progress: () => undefined,
    });
    apps.push(app);
    const state = async (id: string) => (await openJournal(app.ledger, id)).state();
    const run = async (id: string, ports: Partial<ExecutePorts> = {}) => {
      wire.advance(60_000);
      return advance({ ...(await app.ports(id)), ...ports }, "end");
    };
    return { app, home, state, run };
  };
  return {
    alpha,
    beta,
    market,
    governance,
    clock,
    wire,
    desk,
    /** What docs/backup.md tells to copy, in a folder of its own. */
    backup: (home: string): string => {
      const copy = newHome();
      const database = new Database(join(home, "ledger.db"));
      database.prepare("VACUUM INTO ?").run(join(copy, "ledger.db"));
      database.close();
      copyFileSync(join(home, "ledger.db.key"), join(copy, "ledger.db.key"));
      return copy;
    },
    orders: () => market.callsOf("create_media_buy").length,
    [Symbol.asyncDispose]: async () => {
      for (const app of apps) await app[Symbol.asyncDispose]();
      await governance.close();
      await market[Symbol.asyncDispose]();
      for (const home of homes) rmSync(home, { recursive: true });
    },
  };
}

type Desk = ReturnType<Awaited<ReturnType<typeof openWorld>>["desk"]>;

/** What people are asked in a campaign, with the step that they are asked with. */
async function questions({ app }: Desk, id: string) {
  const [waiting, ...others] = await inbox(await app.ports(id));
  expect(others).toEqual([]);
  return { stepId: waiting?.stepId ?? "", reasons: waiting?.reasons.join("\n") ?? "" };
}

function idsIn({ books }: ReturnType<typeof keepingSeller>, campaignId: string): string[] {
  return [...books].flatMap(([id, { context }]) =>
    JSON.stringify(context).includes(`${campaignId}/`) ? [id] : [],
  );
}

describe("a ledger that was restored from an older copy", () => {
  it("asks before it spends, names each buy of a forgotten campaign with its amount, and goes on after a yes", async () => {
    await using world = await openWorld();
    const { alpha, beta } = world;
    const first = world.desk();
    await first.run(await first.app.begin(winter));
    const copy = world.backup(first.home);
    const forgotten = await first.app.begin(spring);
    await first.run(forgotten);
    const lost = [...idsIn(alpha, forgotten), ...idsIn(beta, forgotten)];
    expect(lost).toHaveLength(2);

    const restored = world.desk(copy);
    expect(await restored.app.ledger.verify()).toEqual([]);
    const id = await restored.app.begin(summer);
    const before = world.orders();
    expect(await restored.run(id)).toContainEqual(
      expect.objectContaining({ type: "person", stepId: "plan" }),
    );
    expect(world.orders()).toBe(before);
    const { reasons } = await questions(restored, id);
    for (const buy of lost)
      expect(reasons).toMatch(
        new RegExp(
          `holds ${buy}, EUR 4,500\\.00, ordered as ${forgotten}/buy/.*knows no campaign ${forgotten}`,
        ),
      );

    // Something more turns up before anybody has answered: the yes that is given then is to all of it.
    world.alpha.write("mb_later", `${forgotten}/buy/alpha.example/USD`, 700);
    await restored.run(id);
    const asked = await questions(restored, id);
    expect(asked.reasons).toContain("mb_later");
    await giveApproval(await restored.app.ports(id), asked.stepId, "kim");
    await restored.run(id);
    expect(world.orders()).toBe(before + 2);

    // Another campaign of the brand does not ask again what was answered, and asks what is new.
    const next = await restored.app.begin(autumn);
    world.wire.advance(600_000);
    world.beta.write("mb_new", `${forgotten}/buy/beta.example/CHF`, 900);
    await restored.run(next);
    const again = await questions(restored, next);
    expect(again.reasons).toContain("mb_new");
    for (const buy of [...lost, "mb_later"]) expect(again.reasons).not.toContain(buy);
  });

  it("asks about a buy that has grown and about outcomes that governance was told, before an increase", async () => {
    await using world = await openWorld();
    const first = world.desk();
    const id = await first.app.begin(winter);
    await first.run(id);
    const copy = world.backup(first.home);
    const grow = async (desk: Desk, slug: string) => {
      const state = await desk.state(id);
      const bought = state.steps.find(({ step }) => step.id === `buy/${slug}.example/EUR`);
      const foundBuy = findBuy(state, String(bought?.receipt?.payload["media_buy_id"]));
      const [only] = foundBuy?.packages ?? [];
      const line = only && findBuy(state, only.lineId);
      if (line === undefined) throw new Error(`nothing is bought at ${slug}`);
      const wish = { verb: "increase", to: money(455_000, "EUR") } as const;
      return changeBuy(
        line,
        { requested: wish, askedBy: ["kim"] },
        { execute: true },
        await desk.app.ports(id),
      );
    };
    // It is more than the brief gives one seller.
    const grown = await grow(first, "alpha");
    if (grown.type !== "performed") throw new Error(`nothing grows: ${grown.type}`);
    await giveApproval(await first.app.ports(id), grown.current.step.id, "kim");
    await first.run(id);
    expect(stepOf(await first.state(id), grown.current.step.id)?.status).toBe("done");

    const restored = world.desk(copy);
    const updates = world.market.callsOf("update_media_buy").length;
    expect(await grow(restored, "beta")).toMatchObject({ current: { status: "escalated" } });
    const { reasons, stepId } = await questions(restored, id);
    expect(reasons).toMatch(
      /alpha\.example holds mb_alpha_\w+, EUR 4,550\.00.*has ordered EUR 4,500\.00 of it/,
    );
    expect(reasons).toMatch(/governance agent was told of EUR 50\.00 under check chk_\d+ for buy mb_alpha/);
    expect(world.market.callsOf("update_media_buy")).toHaveLength(updates);

    await giveApproval(await restored.app.ports(id), stepId, "kim");
    await restored.run(id);
    expect(world.market.callsOf("update_media_buy")).toHaveLength(updates + 1);
  });

  it("does not ask any more where the buy was cancelled with its seller, and spends no more after a no", async () => {
    await using world = await openWorld();
    const desk = world.desk();
    world.alpha.write("mb_odd", "winter-1-01234567/buy/alpha.example/EUR", 4_000);
    const id = await desk.app.begin(winter);
    await desk.run(id);
    expect((await questions(desk, id)).reasons).toContain("mb_odd, EUR 4,000.00");
    world.alpha.books.set("mb_odd", { ...world.alpha.books.get("mb_odd"), media_buy_status: "canceled" });
    await desk.run(id);
    expect(world.orders()).toBe(2);

    world.beta.write("mb_more", "winter-1-01234567/buy/beta.example/EUR", 4_000);
    const other = await desk.app.begin(spring);
    world.wire.advance(600_000);
    await desk.run(other);
    const { stepId } = await questions(desk, other);
    await refuse(await desk.app.ports(other), stepId, { by: "kim", reason: "who bought this?" });
    await desk.run(other);
    expect(world.orders()).toBe(2);
  });

  it("control: who does not look at the books buys beside what is forgotten", async () => {
    await using world = await openWorld();
    world.alpha.write("mb_odd", "winter-1-01234567/buy/alpha.example/EUR", 4_000);
    const desk = world.desk();
    const none = () => Promise.resolve({ type: "none" } as const);
    const books = { seenFor: () => new Set<string>(), buys: none, outcomes: none };
    await desk.run(await desk.app.begin(winter), { books });
    expect(world.orders()).toBe(2);
  });
});

describe("a home folder that was lost", () => {
  it("leaves buys to the steps that take them over, and asks about one that no step of the new plan would", async () => {
    await using world = await openWorld();
    const first = world.desk();
    const id = await first.app.begin(winter);
    await first.run(id);
    const same = world.desk();
    expect(await same.app.begin(winter)).toBe(id);
    const blind = { mutate: () => Promise.reject(new Error("nothing is sent in this test")) };
    await same.run(id, blind).catch(() => undefined);
    expect((await same.state(id)).ahead).toBeUndefined();

    // This time beta has nothing to sell: its buy would be forgotten, and alpha's ordered for more.
    world.beta.away.catalogue = true;
    const other = world.desk();
    await other.app.begin(winter);
    const before = world.orders();
    await other.run(id);
    const { reasons } = await questions(other, id);
    expect(reasons).toMatch(
      /beta\.example holds mb_beta_\w+, EUR 4,500\.00, ordered as .*: the ledger knows no order/,
    );
    expect(reasons).toContain("for buy mb_beta_");
    expect(reasons).not.toContain("alpha.example holds");
    expect(world.orders()).toBe(before);
  });

  it("binds what a seller holds already past a cap once people have taken it, and asks once", async () => {
    await using world = await openWorld();
    const first = world.desk();
    await first.run(await first.app.begin(winter));
    const policies = [
      policyFrom('version: 1\nname: Caps\ncaps:\n  - { per: seller, amount: "8,000 EUR" }\n'),
    ];
    const later = world.desk();
    const id = await later.app.begin(winter);
    await later.run(await later.app.begin(spring), { policies });
    const orders = world.orders();
    for (const seller of ["alpha", "beta"]) {
      await later.run(id, { policies });
      const stepId = `buy/${seller}.example/EUR`;
      const asked = await inbox(await later.app.ports(id));
      expect(asked.find((one) => one.stepId === stepId)?.reasons.join()).toMatch(
        /holds this already as mb_.*the cap per seller/,
      );
      await giveApproval(await later.app.ports(id), stepId, "kim");
    }
    await later.run(id, { policies });
    expect(await inbox(await later.app.ports(id))).toEqual([]);
    expect(
      (await later.state(id)).steps.filter(({ step }) => step.task === "create_media_buy"),
    ).toMatchObject([{ status: "done" }, { status: "done" }]);
    expect(world.orders()).toBe(orders);
    const bound = (await later.app.ledger.reservations()).filter(
      ({ claim }) => claim.scope === "seller" && claim.key === "alpha.example",
    );
    expect(bound.map(({ claim, state }) => [claim.minor, state])).toEqual([
      [450_000, "committed"],
      [450_000, "committed"],
    ]);
    expect(await later.app.ledger.verify()).toEqual([]);
  });
});

describe("a ledger that knows all there is", () => {
  it("costs one read for each seller, one before each campaign's first order there, and one at governance, whatever others hold", async () => {
    await using world = await openWorld();
    world.alpha.write("mb_hand", "by hand", 9_000);
    world.alpha.write("mb_none", undefined, 9_000);
    const desk = world.desk();
    const ids = [await desk.app.begin(winter), await desk.app.begin(spring)];
    for (const id of ids) await desk.run(id);
    await desk.run(ids[0] ?? "");
    expect(world.orders()).toBe(4);
    // Looks for one buy by its reference or by its id are another matter.
    const whole = (seller: string) =>
      world.market
        .callsOf("get_media_buys", seller)
        .filter(
          ({ arguments: { context, media_buy_ids } }) => context === undefined && media_buy_ids === undefined,
        );
    expect(["alpha", "beta"].map((seller) => whole(seller).length)).toEqual([3, 3]);
    const logs = world.governance.calls.filter(({ task }) => task === "get_plan_audit_logs");
    expect(logs.map(({ arguments: { plan_id } }) => plan_id)).toEqual(ids);
    for (const id of ids)
      expect((await desk.app.ledger.read(id)).filter(({ event }) => event.type === "books-compared")).toEqual(
        [],
      );
  });

  it("buys nothing at a seller that does not show its books, and goes on at the others", async () => {
    await using world = await openWorld();
    world.beta.away.books = true;
    const desk = world.desk();
    const id = await desk.app.begin(winter);
    const ordered = () => world.market.callsOf("create_media_buy").map(({ seller }) => seller);
    expect(await desk.run(id)).toContainEqual(
      expect.objectContaining({
        type: "agent",
        stepId: "buy/beta.example/EUR",
        reason: expect.stringMatching(/beta\.example does not say what it holds .*may hold this already/),
      }),
    );
    expect(ordered()).toEqual(["alpha"]);
    world.beta.away.books = false;
    await desk.run(id);
    expect(ordered()).toEqual(["alpha", "beta"]);
  });
});
