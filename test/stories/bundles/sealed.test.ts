import { describe, expect, it } from "vitest";
import { boughtPackages } from "../../../src/campaign/model/derived/bought.ts";
import { simulatedClock } from "../../../src/lib/clock.ts";
import { dayMs } from "../../../src/lib/days.ts";
import { termsDigest } from "../../../src/protocol/proposals/proposal.ts";
import type { JsonObject } from "../../canned/market.ts";
import { type BehaviourDesk, openDesk } from "../buyer-behaviours/open-desk.ts";
import { asking, boundIn } from "./asked.ts";
import { sealedProposal, sealingSeller, termsOf } from "./sealing-seller.ts";

const digest = termsDigest(termsOf());

async function steps(desk: BehaviourDesk) {
  const { steps: all } = await desk.state();
  const of = (task: string) => all.find(({ step }) => step.task === task && step.bundle !== undefined);
  return { hold: of("refine_proposals"), order: of("accept_proposal") };
}

describe("a sealed proposal of release 3.2", () => {
  it("is held, accepted and bought whole", async () => {
    const seller = sealingSeller();
    await using desk = await openDesk([seller]);
    await desk.run();
    const { hold, order } = await steps(desk);
    expect([hold?.status, order?.status, hold?.holdEnded?.as]).toEqual(["done", "done", "accepted"]);
    expect(order?.check).toMatchObject({ made: true, findings: [] });
    const [accepted] = desk.market.callsOf("accept_proposal");
    expect(accepted?.arguments).toMatchObject({ proposal_id: "prop_1_held", proposal_terms_digest: digest });
    for (const never of ["packages", "purchases", "total_budget", "start_time", "creatives"])
      expect(accepted?.arguments).not.toHaveProperty(never);
    expect(await boundIn(desk.app)).toEqual([["committed", 400_000]]);
    expect(seller.holds.size).toBe(0);
    const bought = boughtPackages(await desk.state());
    expect(bought.map(({ offer, packageId }) => [offer.productId, packageId])).toEqual([
      ["alpha_evening", "pkg_0"],
      ["alpha_morning", "pkg_1"],
    ]);
    // A further turn changes nothing.
    await desk.run();
    expect(desk.market.callsOf("accept_proposal")).toHaveLength(1);
    expect(desk.market.callsOf("refine_proposals")).toHaveLength(1);
  });

  it("is read under its seal whatever texts its terms have", async () => {
    const terms = { ...termsOf(), change_terms: [{ term_id: "t", description: "two\nlines,  and more" }] };
    await using desk = await openDesk([sealingSeller({ drafts: [sealedProposal("prop_1", terms)] })]);
    await desk.run();
    expect((await steps(desk)).order?.check).toMatchObject({ made: true, findings: [] });
  });

  it("asks governance about the acceptance alone, with what it accepts and what it costs", async () => {
    const asked: unknown[] = [];
    const decide = (request: { readonly tool: string; readonly proposed_commitment?: unknown }) => {
      asked.push([request.tool, request.proposed_commitment]);
      return { verdict: "approved" as const };
    };
    await using desk = await openDesk([sealingSeller()], {}, { decide });
    await desk.run();
    const tools = asked.map((one) => (one as [string])[0]);
    expect(tools.filter((tool) => tool.endsWith("_proposals"))).toEqual([]);
    expect(asked.filter((one) => (one as [string])[0] === "accept_proposal")).toHaveLength(1);
  });

  it.each([
    [
      "a digest is off by one",
      [sealedProposal("prop_1", termsOf(), { terms_digest: `${digest.slice(0, -1)}_` })],
      "its digest",
    ],
    [
      "it descends from another",
      [sealedProposal("prop_1", termsOf(), { parent_proposal_id: "prop_0" })],
      "it descends",
    ],
    ["two alternatives are alike", [sealedProposal("prop_1"), sealedProposal("prop_2")], "the same terms"],
    ["two have one id", [sealedProposal("prop_1"), sealedProposal("prop_1", termsOf(11))], "its id"],
    [
      "it has expired",
      [sealedProposal("prop_1", termsOf(), { expires_at: "2027-01-04T08:00:00Z" })],
      "expired",
    ],
    [
      "it runs at other times",
      [sealedProposal("prop_1", { ...termsOf(), end_time: "2027-03-02T00:00:00Z" })],
      "other times",
    ],
    [
      "its sums do not hold",
      [sealedProposal("prop_1", { ...termsOf(), total_budget: { amount: 1, currency: "EUR" } })],
      "add up",
    ],
  ])("is refused with a word where %s, and nothing of it is ranked", async (_, drafts, word) => {
    await using desk = await openDesk([sealingSeller({ drafts })]);
    await desk.run("ranking");
    const { offers = [], quotes } = await desk.state();
    expect(quotes?.[0]?.refusedProposals?.[0]).toContain(word);
    expect(offers.filter(({ purchase }) => purchase !== undefined)).toEqual([]);
  });

  it.each([
    ["with other rights", { terms: { ...termsOf(), change_terms: [] } }, "its terms changed"],
    ["of another parent", { own: { parent_proposal_id: "prop_9" } }, "it descends from another"],
    ["under a false seal", { own: { terms_digest: `${digest.slice(0, -1)}_` } }, "its digest"],
  ])(
    "that is held %s is not accepted: it is given back, and said",
    async (_, { terms, own }: { terms?: ReturnType<typeof termsOf>; own?: JsonObject }, word) => {
      const held = (draft: JsonObject) => ({
        ...draft,
        ...(terms && { commercial_terms: terms, terms_digest: termsDigest(terms) }),
        ...own,
      });
      const seller = sealingSeller({ held });
      await using desk = await openDesk([seller]);
      await desk.run();
      await desk.run();
      expect(desk.market.callsOf("accept_proposal")).toEqual([]);
      const { hold, order } = await steps(desk);
      expect(order).toBeUndefined();
      expect(hold?.holdEnded).toMatchObject({ as: "lost", reason: expect.stringContaining(word) });
      expect(await boundIn(desk.app)).toEqual([]);
      expect(
        desk.market.callsOf("decline_proposals").map((call) => call.arguments["declines"]),
      ).toContainEqual([expect.objectContaining({ proposal_id: "prop_1_held" })]);
      expect(seller.holds.size).toBe(0);
    },
  );

  it("is approved before it is held, by its digest and total, and not asked about again", async () => {
    await using desk = await openDesk([sealingSeller()], {}, { policies: asking() });
    await desk.run();
    const { hold } = await steps(desk);
    expect(hold?.status).toBe("escalated");
    expect(desk.market.callsOf("refine_proposals")).toEqual([]);
    await desk.approve(hold?.step.id ?? "");
    await desk.run();
    expect((await steps(desk)).order?.status).toBe("done");
    expect(desk.market.callsOf("accept_proposal")).toHaveLength(1);
  });

  it("is approved with the plan, once for all of it", async () => {
    await using desk = await openDesk([sealingSeller()], {}, { policies: asking() });
    await desk.run();
    await desk.approvePlan();
    await desk.run();
    const { hold, order } = await steps(desk);
    expect([hold?.status, order?.status, order?.approvals]).toEqual(["done", "done", undefined]);
  });

  it("whose draft lapses while people are asked is never held, and the plan is made anew", async () => {
    const clock = simulatedClock("2027-01-04T08:00:00Z");
    await using desk = await openDesk([sealingSeller()], {}, { policies: asking(), clock });
    await desk.run();
    clock.advance(6 * dayMs);
    await desk.run();
    const { hold } = await steps(desk);
    expect(hold).toMatchObject({ status: "refused", reason: expect.stringContaining("it expired at") });
    expect(desk.market.callsOf("refine_proposals")).toEqual([]);
    expect(await boundIn(desk.app)).toEqual([]);
  });

  it("whose hold lapses while governance's people are asked is not accepted", async () => {
    const clock = simulatedClock("2027-01-04T08:00:00Z");
    const decide = ({ tool }: { readonly tool: string }) => ({
      verdict: tool === "accept_proposal" ? ("escalated" as const) : ("approved" as const),
    });
    const held = (draft: JsonObject) => ({ ...draft, expires_at: "2027-01-08T00:00:00Z" });
    await using desk = await openDesk([sealingSeller({ held })], {}, { decide, clock });
    await desk.run();
    expect((await steps(desk)).order?.status).toBe("escalated");
    expect(await boundIn(desk.app)).toEqual([["reserved", 400_000]]);
    clock.advance(4 * dayMs);
    await desk.run();
    const { hold, order } = await steps(desk);
    expect(order).toMatchObject({ status: "refused", reason: expect.stringContaining("it expired at") });
    expect(hold?.holdEnded?.as).toBe("lapsed");
    expect(desk.market.callsOf("accept_proposal")).toEqual([]);
    expect(await boundIn(desk.app)).toEqual([]);
  });

  it.each([
    [
      "other terms than were agreed to",
      (one: JsonObject) => ({
        ...one,
        accepted_proposal: {
          ...sealedProposal("prop_1_held", termsOf(10.5)),
          media_buy_id: one["media_buy_id"],
        },
      }),
      "the seal of the terms",
    ],
    [
      "another buy inside",
      (one: JsonObject) => ({
        ...one,
        accepted_proposal: { ...(one["accepted_proposal"] as object), media_buy_id: "mb_other" },
      }),
      "the id of the accepted buy",
    ],
    [
      "one package for both purchases",
      (one: JsonObject) => ({
        ...one,
        purchase_bindings: (one["purchase_bindings"] as object[]).slice(0, 1),
      }),
      "a package for each purchase",
    ],
  ])("that is confirmed with %s is paused, and people are asked", async (_, accepted, what) => {
    await using desk = await openDesk([sealingSeller({ accepted })]);
    await desk.run();
    const { order } = await steps(desk);
    expect(order?.check?.question?.differences.map((one) => one.what)).toContain(what);
    expect(desk.market.callsOf("update_media_buy")).toHaveLength(1);
  });
});
