import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { money } from "../../src/lib/money.ts";
import { rawSeller, type Token } from "../canned/raw-agents.ts";
import { hashOf, type Json, newKey, type RawMarket } from "../canned/raw-market.ts";
import { type HostileDesk, openHostileDesk } from "./hostile/desk.ts";

interface Forged {
  readonly slug: string;
  readonly what: string;
  readonly token: (check: Json, market: RawMarket) => Token;
  readonly says: RegExp;
}

const stranger = newKey("governance-1");
const rotatedOut: { key?: ReturnType<typeof newKey> } = {};
const issued: string[] = [];

const forged: readonly Forged[] = [
  {
    slug: "arguments",
    what: "for other arguments",
    token: ({ payload }) => ({
      claims: { payload_hash: hashOf({ ...(payload as Json), end_time: "2028-01-01T00:00:00Z" }) },
    }),
    says: /it is for other arguments/,
  },
  {
    slug: "campaign",
    what: "for another campaign",
    token: () => ({ claims: { sub: "another-campaign-00000000" } }),
    says: /it is for plan another-campaign/,
  },
  {
    slug: "seller",
    what: "for another seller",
    token: (_, market) => ({ claims: { aud: market.urlOf("honest") } }),
    says: /its audience is ".*honest.*", and the call is for/,
  },
  {
    slug: "task",
    what: "for another task",
    token: () => ({ claims: { tool: "update_media_buy" } }),
    says: /it is for update_media_buy/,
  },
  {
    slug: "caller",
    what: "for another caller",
    token: () => ({ claims: { caller: "https://rival.example" } }),
    says: /it was given to "https:\/\/rival\.example"/,
  },
  { slug: "expired", what: "that is over", token: () => ({ claims: { exp: 1 } }), says: /exp/ },
  {
    slug: "early",
    what: "that is not good yet",
    token: () => ({ claims: { nbf: 4_102_444_800 } }),
    says: /nbf/,
  },
  {
    slug: "endless",
    what: "that does not say until when",
    token: () => ({ claims: { exp: undefined } }),
    says: /exp/,
  },
  {
    slug: "replayed",
    what: "that another call had",
    token: () => ({ whole: issued[0] ?? "" }),
    says: /its audience is|it is for/,
  },
  {
    slug: "none",
    what: "with alg none",
    token: () => ({ header: { alg: "none" }, unsigned: true }),
    says: /not accepted/,
  },
  {
    slug: "shared",
    what: "with an alg of a shared secret",
    token: () => ({ header: { alg: "HS256" } }),
    says: /not accepted/,
  },
  { slug: "stranger", what: "of a stranger's key", token: () => ({ key: stranger }), says: /not accepted/ },
  {
    slug: "own-key",
    what: "that brings its own key",
    token: () => ({ header: { kid: undefined, jwk: stranger.entry }, key: stranger }),
    says: /not accepted/,
  },
  {
    slug: "critical",
    what: "with a header that must be understood and is not",
    token: () => ({ header: { crit: ["house"], house: true } }),
    says: /not accepted/,
  },
  {
    slug: "rotated",
    what: "of a key that was rotated out",
    token: () => ({ ...(rotatedOut.key && { key: rotatedOut.key }) }),
    says: /not accepted/,
  },
  { slug: "kind", what: "of another kind", token: () => ({ header: { typ: "JWT" } }), says: /not accepted/ },
  { slug: "empty", what: "that is none", token: () => ({ whole: "a.b.c" }), says: /not accepted/ },
];
const slugs = ["honest", ...forged.map(({ slug }) => slug)];

describe("an approval of the governance agent", () => {
  let desk: HostileDesk;
  let phase: "shut" | "forged" | "honest" = "shut";
  const sellers = slugs.map((slug) => rawSeller(slug));
  const ordersOf = (slug: string) => sellers.find((one) => one.slug === slug)?.orders ?? [];
  beforeAll(async () => {
    desk = await openHostileDesk(sellers, {
      brief: {
        budget: money(slugs.length * 100_000, "EUR"),
        limits: { maxSharePerSeller: 1.1 / slugs.length, excludedSellers: [] },
      },
      verdict: ({ tool }) => (phase === "shut" && tool === "create_media_buy" ? { verdict: "later" } : {}),
      token: (check, _, market) => {
        const one = forged.find(({ slug }) => check["target_agent"] === market.urlOf(slug));
        if (phase === "forged" && check["tool"] === "create_media_buy" && one !== undefined)
          return one.token(check, market);
        return {};
      },
    });
    await desk.run();
    const keys = desk.market.keysOf("governance");
    [rotatedOut.key] = keys.splice(0, 1, newKey("governance-2"));
    const answer = await fetch(desk.market.urlOf("governance"), {
      method: "POST",
      body: JSON.stringify({
        id: 1,
        method: "tools/call",
        params: { name: "check_governance", arguments: desk.market.callsOf("check_governance")[0]?.request },
      }),
    });
    const { result } = (await answer.json()) as {
      result: { structuredContent: { governance_context: string } };
    };
    issued.push(result.structuredContent.governance_context);
    desk.clock.advance(60_000);
    phase = "forged";
    await desk.run();
  });
  afterAll(() => desk[Symbol.asyncDispose]());

  it("that is one opens its order, whatever others got", async () => {
    expect((await desk.orderAt("honest")).status).toBe("done");
    expect(ordersOf("honest")).toHaveLength(1);
  });

  it.each(forged)("$what opens nothing, and its order says so", async ({ slug, says }) => {
    expect(ordersOf(slug)).toEqual([]);
    const { status, reason } = await desk.orderAt(slug);
    expect([status, reason]).toEqual(["held", expect.stringMatching(says)]);
    expect(reason).toMatch(/^its approval token is not accepted: /);
  });

  it("opens each of those orders once when it is right at last", async () => {
    phase = "honest";
    await desk.run();
    await desk.run();
    for (const slug of slugs) expect([slug, ordersOf(slug).length]).toEqual([slug, 1]);
    const bound = await Promise.all(slugs.map((slug) => desk.boundAt(slug)));
    expect(bound.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(slugs.length * 100_000);
    const ordered = sellers.flatMap(({ books }) => books.flatMap(({ packages }) => packages));
    expect(ordered.reduce((sum, { budget }) => sum + Math.round(budget * 100), 0)).toBe(
      bound.reduce((sum, one) => sum + one, 0),
    );
    expect(await desk.app.ledger.verify()).toEqual([]);
  });
});
