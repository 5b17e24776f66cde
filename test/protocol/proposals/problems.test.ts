import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Asked, problemsOf } from "../../../src/protocol/proposals/problems.ts";
import { type Proposal, proposalSchema, termsDigest } from "../../../src/protocol/proposals/proposal.ts";
import { kettleTerms, proposalOf } from "./terms.ts";

const parent = proposalOf({ proposal_id: "prop_1", commercial_terms: kettleTerms(20, 1_350_000) });

function found(proposal: Proposal, own: Partial<Asked> = {}, of: Proposal | undefined = parent): string[] {
  const asked = { outcome: "revised", known: new Set(["prop_1"]), together: [proposal], ...own } as const;
  return problemsOf(proposal, asked, of).map(({ text }) => text);
}

describe("problemsOf", () => {
  it.each([
    [20, 1_350_000, 27_000, "sha256:FJbW6f2_Ac7u8HtwkO6EpXlg_-cdW3RqjVjtcbRivRc"],
    [18, 1_500_000, 27_000, "sha256:HhKiQvBm6zRMo4CFrs6GHRsDRx2gkkSKnlLAnlZyi1g"],
    [19, 1_421_052, 27_000, "sha256:qH5uFF9NfFX7XGB9RvSrkgi_QlmOpM4om-Z9UvUAW4c"],
    [18, 2_000_000, 36_000, "sha256:EgErMMPSHM5FKqVtq0N-Yvlq7i6JcEzpaAgGe53NXf8"],
  ])("takes the worked example at %d", (price, impressions, total, digest) => {
    const commercial_terms = kettleTerms(price, impressions, total);
    expect(termsDigest(commercial_terms)).toBe(digest);
    const proposal = proposalSchema.parse(proposalOf({ commercial_terms, terms_digest: digest }));
    expect(found(proposal)).toEqual([]);
  });

  it("takes terms with their keys in another order", () => {
    const turned = Object.fromEntries(Object.entries(kettleTerms(18, 1_500_000)).reverse());
    const proposal = proposalOf();
    expect(found({ ...proposal, commercial_terms: turned as typeof proposal.commercial_terms })).toEqual([]);
  });

  it("refuses any other digest: one character off, padded, in hex", () => {
    const proposal = proposalOf();
    const { terms_digest: right } = proposal;
    const hex = `sha256:${Buffer.from(right.slice(7), "base64url").toString("hex")}`;
    for (const terms_digest of [`${right.slice(0, -1)}_`, `${right}=`, hex, right.slice(7)])
      expect(found({ ...proposal, terms_digest })).toEqual(["its digest is not that of its terms"]);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 49 }), fc.string({ minLength: 1, maxLength: 1 }), (at, char) => {
        const other = right.slice(0, at) + char + right.slice(at + 1);
        expect(found({ ...proposal, terms_digest: other }).length).toBe(other === right ? 0 : 1);
      }),
    );
  });

  it("refuses another parent, a known id, and an amendment that nobody asked for", () => {
    const other = "it descends from another proposal than was asked about";
    expect(found(proposalOf({ parent_proposal_id: "prop_9" }))).toEqual([other]);
    expect(problemsOf(proposalOf(), askedFirst(proposalOf()), undefined)).toEqual([{ text: other }]);
    expect(found(proposalOf({ proposal_id: "prop_1" }))).toEqual(["its id is that of an earlier one"]);
    expect(found(proposalOf({ proposal_kind: "media_buy_update" })).join()).toContain("media_buy_update");
  });

  it("refuses purchases in two currencies, and one at another option than it names", () => {
    const terms = kettleTerms(18, 1_500_000);
    const [purchase] = terms.purchases;
    if (purchase === undefined) throw new Error("there is one");
    const dollars = { ...purchase, pricing: { ...purchase.pricing, currency: "USD" } };
    const commercial_terms = { ...terms, purchases: [purchase, dollars] };
    expect(found(proposalOf({ commercial_terms }))).toEqual(["it is in several currencies"]);
    const misnamed = { ...purchase, pricing_option_id: "cpm_other" };
    expect(found(proposalOf({ commercial_terms: { ...terms, purchases: [misnamed] } }))).toEqual([
      "a purchase is at another pricing option than it names",
    ]);
  });

  it("counts our constraints anew: what is called revised and keeps them not is partial", () => {
    const constraints = { cpm: { max: 18, currency: "EUR" } };
    const proposal = proposalOf({ commercial_terms: auctionBeside(kettleTerms(18, 900_000)) });
    const asked = { constraints, known: new Set<string>(), together: [proposal] };
    expect(problemsOf(proposal, { ...asked, outcome: "revised" }, parent)).toEqual([
      { text: "cpm is not kept, and its seller calls it revised", isPartial: true },
    ]);
    expect(found(proposal, { constraints, outcome: "partial", unsatisfied: ["cpm"] })).toEqual([]);
    expect(found(proposal, { constraints, outcome: "partial", unsatisfied: ["impressions"] })).toEqual([
      "cpm is not kept, and its seller calls it partial",
    ]);
  });

  it("wants a volume of every purchase, bounds that include their ends, and instants", () => {
    const unstated = proposalOf({ commercial_terms: auctionBeside(kettleTerms(18, 1_600_000)) });
    const volume = { impressions: { min: 1_500_000 } };
    expect(found(unstated, { constraints: volume })).toHaveLength(1);
    expect(found(proposalOf(), { constraints: volume })).toEqual([]);
    const total = (min: number, max: number) => ({ total_budget: { min, max, currency: "EUR" } });
    expect(found(proposalOf(), { constraints: total(27_000, 27_000) })).toEqual([]);
    expect(found(proposalOf(), { constraints: total(27_001, 30_000) })).toHaveLength(1);
    const flight = { flight: { start_no_later_than: "2027-01-11T00:00:00Z" } };
    expect(found(proposalOf(), { constraints: flight })).toEqual([]);
    const asap = proposalOf({ commercial_terms: { ...kettleTerms(18, 1_500_000), start_time: "asap" } });
    expect(found(asap, { constraints: flight })).toHaveLength(1);
    expect(found(proposalOf(), { products: ["ctv_noon"] })).toEqual([
      "it is of a product that was not asked for",
    ]);
  });

  it("wants alternatives that differ, and as many as were asked for", () => {
    const [one, same] = [proposalOf({ proposal_id: "a" }), proposalOf({ proposal_id: "b" })];
    const other = proposalOf({ proposal_id: "b", commercial_terms: kettleTerms(19, 1_421_052) });
    expect(found(one, { alternatives: 2, together: [one, other] })).toEqual([]);
    expect(found(one, { alternatives: 2, together: [one, same] })).toEqual([
      "it has the same terms as another alternative",
    ]);
    expect(found(one, { alternatives: 3, together: [one, other] })).toHaveLength(1);
    const short = { alternatives: 3, together: [one, other], outcome: "partial" } as const;
    expect(found(one, short)).toEqual([]);
  });

  it("refuses what its seller made of our targeting unseen", () => {
    const changed = { targeting_resolution: { modifications: [{ kind: "replace" }] } };
    const unlisted = { list_applications: [{ effect: "include", summary: { matched: 0, unmatched: 9 } }] };
    expect(found(proposalOf(), { answer: changed })).toEqual(["its seller has changed our targeting"]);
    expect(found(proposalOf(), { answer: unlisted })).toEqual(["nothing that it sells is on our list"]);
  });

  it("takes a finalised proposal with the draft's terms alone, held until a stated time", () => {
    const draft = proposalOf();
    const held = proposalOf({
      proposal_id: "prop_3",
      parent_proposal_id: "prop_2",
      proposal_status: "committed",
    });
    const asked = { outcome: "finalized" } as const;
    expect(found(held, asked, draft)).toEqual([]);
    const repriced = { ...held, ...reSealed(kettleTerms(19.5, 1_384_615)) };
    expect(found(repriced, asked, draft)).toEqual(["its terms changed while it was finalised"]);
    const { expires_at: _, ...endless } = held;
    expect(found(endless, asked, draft)).toEqual(["it is not held until a stated time"]);
  });
});

function reSealed(commercial_terms: ReturnType<typeof kettleTerms>) {
  return { commercial_terms, terms_digest: termsDigest(commercial_terms) };
}

function askedFirst(proposal: Proposal): Asked {
  return { outcome: "proposed", known: new Set(), together: [proposal] };
}

function auctionBeside(terms: ReturnType<typeof kettleTerms>): Proposal["commercial_terms"] {
  const auction = { pricing_option_id: "bid", pricing_model: "cpm", currency: "EUR", floor_price: 4 };
  const dates = { start_time: terms.start_time, end_time: terms.end_time };
  return {
    ...terms,
    purchases: [
      ...terms.purchases,
      { product_id: "olv", pricing_option_id: "bid", pricing: auction, budget: 100, ...dates },
    ],
  };
}
