import type { KeyObject } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type SignedApproval, signApproval } from "../../../src/campaign/approvals/approval.ts";
import { checkApprovals } from "../../../src/campaign/approvals/check-approvals.ts";
import { readApproval } from "../../../src/campaign/approvals/read-approval.ts";
import { needs } from "../../../src/campaign/model/decisions/approvers.ts";
import { digest } from "../../../src/lib/digest.ts";
import { money } from "../../../src/lib/money.ts";
import { buyArguments, consentOf, keys, now, people, subjectOf, waitingBuy } from "./approval-subject.ts";

const at = new Date(now).toISOString();

async function signed(changes: Partial<SignedApproval> = {}, key: KeyObject = keys.kim) {
  return { by: changes.approver ?? "kim", at, approval: await signApproval(consentOf(changes), key) };
}

function reasonsOf(checked: Awaited<ReturnType<typeof checkApprovals>>): string {
  return checked.type === "short" ? checked.reasons.join("; ") : checked.type;
}

describe("an approval", () => {
  it("opens the step that it was signed for", async () => {
    const approval = await signed();
    expect(await checkApprovals([approval], subjectOf())).toMatchObject({ type: "enough", by: ["kim"], at });
  });

  it.each<[string, Partial<SignedApproval>, KeyObject, string]>([
    ["of a key of one's own making", { approver: "kim" }, keys.stranger, "belongs to no approver"],
    [
      "in the name of another",
      { approver: "kim" },
      keys.robin,
      "in the name of kim and signed with the key of robin",
    ],
    ["for another campaign", { campaign: "campaign-2" }, keys.kim, "is for another campaign, campaign-2"],
    [
      "for another step",
      { step: "buy/korb.example/EUR" },
      keys.kim,
      "is for another step, buy/korb.example/EUR",
    ],
    [
      "for another amount",
      { total: 999_999 },
      keys.kim,
      "is for another amount, EUR 9,999.99 instead of EUR 10,000.00",
    ],
    ["for another currency", { currency: "USD" }, keys.kim, "is for another amount, USD 10,000.00"],
    ["for other arguments", { digest: digest("else") }, keys.kim, "is for other arguments"],
    ["that is over", { exp: now / 1000 }, keys.kim, "expired at 2027-01-04T08:00:00.000Z"],
    ["for more than a week", { exp: now / 1000 + 604_801 }, keys.kim, "for more than 7 days"],
    ["from the future", { iat: now / 1000 + 3600 }, keys.kim, "is dated in the future"],
    ["of whoever asked for the campaign", { approver: "sam" }, keys.sam, "sam asked for this campaign"],
  ])("%s is refused for just that", async (_, changes, key, reason) => {
    expect(reasonsOf(await checkApprovals([await signed(changes, key)], subjectOf()))).toContain(reason);
  });

  it("over its approver's limit is refused, also where no rate compares the two", async () => {
    const current = waitingBuy();
    const dear = { ...current, step: { ...current.step, amount: money(2_000_001, "EUR") } };
    const robin = await signed({ approver: "robin", total: 2_000_001 }, keys.robin);
    expect(reasonsOf(await checkApprovals([robin], subjectOf(dear)))).toContain(
      "robin may approve EUR 20,000.00 at most, and the step costs EUR 20,000.01",
    );
    const crowns = { ...current, step: { ...current.step, amount: money(100, "SEK") } };
    const inCrowns = await signed({ approver: "robin", total: 100, currency: "SEK" }, keys.robin);
    expect(reasonsOf(await checkApprovals([inCrowns], subjectOf(crowns)))).toContain(
      "no dated exchange rate",
    );
  });

  it.each([
    ["KIM@acme.example", "at the console"],
    ["oidc|77", "to an assistant's issuer"],
    ["Zoe\u0308", "to a system that spells letters otherwise"],
  ])("of whoever asked for the campaign is refused where they were called %s, as %s", async (asker) => {
    const { state, approvers, ...subject } = subjectOf();
    if (approvers.type !== "named") throw new Error("nobody is named");
    const known = approvers.people.map((one) =>
      one.name === "kim" ? { ...one, login: ["kim@acme.example", "oidc|77", "zo\u00eb"] } : one,
    );
    const asked = { ...subject, state: { ...state, requestedBy: [asker] } };
    expect(
      reasonsOf(
        await checkApprovals([await signed()], { ...asked, approvers: { ...approvers, people: known } }),
      ),
    ).toContain("kim asked for this campaign");
  });

  it("without a signature is refused", async () => {
    expect(reasonsOf(await checkApprovals([{ by: "kim", at }], subjectOf()))).toContain("is not signed");
  });

  it("is refused where nobody knows who asked for the campaign", async () => {
    const subject = subjectOf();
    const { requestedBy: _, ...state } = subject.state;
    expect(reasonsOf(await checkApprovals([await signed()], { ...subject, state }))).toContain(
      "not known who asked",
    );
  });

  it("that another step's call used up is refused; its own call may go out again after it has expired", async () => {
    const approval = await signed({ jti: "b5f0a0d5-8b38-4c6c-9a63-0a5a7f1f2b11" });
    const intent = {
      stepId: "",
      bytes: "",
      digest: "",
      idempotencyKey: "",
      approvals: ["b5f0a0d5-8b38-4c6c-9a63-0a5a7f1f2b11"],
    };
    const subject = subjectOf();
    const other = { ...waitingBuy(), intent, step: { ...waitingBuy().step, id: "buy/other" } };
    const state = { ...subject.state, steps: [subject.current, other] };
    expect(reasonsOf(await checkApprovals([approval], { ...subject, state }))).toContain("was used before");
    const later = now + 86_400_000;
    const own = { ...subject.current, intent };
    expect(await checkApprovals([approval], { ...subject, current: own, now: later })).toMatchObject({
      type: "enough",
    });
  });

  it("is not accepted from the installation's own key where the campaign's approvers are named", async () => {
    const subject = subjectOf();
    const state = { ...subject.state, approvers: people };
    const approvers = { type: "own-key" as const, publicKey: "x" };
    expect(reasonsOf(await checkApprovals([await signed()], { ...subject, state, approvers }))).toContain(
      "named in a file",
    );
  });

  it("does not pass with any one character changed, left out or added", async () => {
    const { approval } = await signed();
    expect(await readApproval(approval, people)).toMatchObject({ type: "signed" });
    const characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ \n";
    const mutation = fc.record({
      index: fc.oneof(fc.nat({ max: approval.length - 1 }), fc.constant(approval.length - 1)),
      character: fc.constantFrom(...Array.from(characters)),
      kind: fc.constantFrom("change", "remove", "add"),
    });
    await fc.assert(
      fc.asyncProperty(mutation, async ({ index, character, kind }) => {
        const rest = approval.slice(kind === "add" ? index : index + 1);
        const mutated = approval.slice(0, index) + (kind === "remove" ? "" : character) + rest;
        fc.pre(mutated !== approval);
        expect(await readApproval(mutated, people)).toMatchObject({ type: "refused" });
      }),
      { numRuns: 600 },
    );
  });

  it("has one spelling: the bits that decoding would drop count against it", async () => {
    const { approval } = await signed();
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const last = approval.slice(-1);
    const twins = Array.from(alphabet).filter((character) => character !== last);
    for (const twin of twins)
      expect(await readApproval(approval.slice(0, -1) + twin, people)).toMatchObject({ type: "refused" });
  });
});

describe("a change of the call", () => {
  const [item] = buyArguments.packages;
  it.each([
    ["price", { ...buyArguments, packages: [{ ...item, bid_price: 5.01 }] }],
    ["product", { ...buyArguments, packages: [{ ...item, product_id: "stories" }] }],
    ["amount", { ...buyArguments, packages: [{ ...item, budget: 10_000.01 }] }],
    ["date", { ...buyArguments, end_time: "2027-03-02T00:00:00Z" }],
    ["buyer's reference", { ...buyArguments, buyer_ref: "campaign-1/buy/korb.example/EUR" }],
  ])("of its %s needs a new approval", async (_, request) => {
    expect(reasonsOf(await checkApprovals([await signed()], subjectOf(waitingBuy(request))))).toContain(
      "is for other arguments",
    );
  });
});

describe("above a tier", () => {
  const current = waitingBuy();
  const dear = subjectOf({ ...current, step: { ...current.step, amount: money(6_000_000, "EUR") } });
  const approvers = {
    ...people,
    people:
      people.type === "named" ? people.people.map((one) => ({ ...one, upTo: money(9_000_000, "EUR") })) : [],
  };
  const subject = { ...dear, approvers };

  it("one of two approvers is not enough, nor is the same one twice, nor the same approval twice", async () => {
    const kim = await signed({ total: 6_000_000 });
    expect(reasonsOf(await checkApprovals([kim], subject))).toBe(
      "1 of 2 approvers have approved (kim): another person must approve the same arguments",
    );
    const again = await signed({ total: 6_000_000 });
    expect(reasonsOf(await checkApprovals([kim, again], subject))).toContain("1 of 2 approvers");
    expect(reasonsOf(await checkApprovals([kim, kim], subject))).toContain("was used before");
  });

  it("two different people are", async () => {
    const both = [
      await signed({ total: 6_000_000 }),
      await signed({ total: 6_000_000, approver: "robin" }, keys.robin),
    ];
    expect(await checkApprovals(both, subject)).toMatchObject({ type: "enough", by: ["kim", "robin"] });
  });

  it("counts an amount that no rate compares with the tier", () => {
    expect(needs([money(100, "SEK")], people).people).toBe(2);
    expect(needs([money(0, "SEK")], people).people).toBe(1);
    const exchange = { date: "2027-01-04", source: "test", base: "EUR", rates: { SEK: 11 } };
    expect(needs([money(55_000_000, "SEK")], people, exchange).people).toBe(1);
    expect(needs([money(55_000_100, "SEK")], people, exchange).people).toBe(2);
  });
});

describe("asked again after the step was sent", () => {
  it("people approval anew: what the first sending rested on does not count, nor does it when it is put there again", async () => {
    const first = await signed();
    const subject = { ...subjectOf(), since: 1 };
    expect(await checkApprovals([first], subject)).toEqual({ type: "none" });
    expect(reasonsOf(await checkApprovals([first, first], subject))).toContain("was used before");
    expect(await checkApprovals([first, await signed()], subject)).toMatchObject({
      type: "enough",
      by: ["kim"],
    });
  });
});
