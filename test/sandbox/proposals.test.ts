import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { termsDigest } from "../../src/protocol/proposals/proposal.ts";
import type { FaultRule } from "../../src/sandbox/sandbox.ts";
import { atHarbour } from "./at-harbour.ts";

type Json = Record<string, unknown>;

const account = { brand: { domain: "acme.example" }, operator: "agency.example" };
const key = () => ({ idempotency_key: randomUUID() });
const EUR = { currency: "EUR" };

async function open(rules: readonly FaultRule[] = [], mostHolds = 2) {
  const at = await atHarbour({ alone: true, proposals: { mostHolds } });
  at.sandbox.faults.set("sales", { rules });
  const request = async () => {
    const answer = await at.call("request_proposals", {
      ...key(),
      account,
      brief: "Launch of a kettle, evenings",
      criteria: {
        offer_filters: { countries: ["DE"], budget_range: { max: 20_000, ...EUR } },
        targeting_overlay: { geo_countries: ["DE"] },
      },
    });
    return (answer["proposals"] as Json[]).map(proposalOf);
  };
  const refine = async (...refinements: Json[]) =>
    (await at.call("refine_proposals", { ...key(), refinements }))["results"] as Json[];
  const revise = async (proposal_id: string, change: Json) => {
    const [result = {}] = await refine({ proposal_id, action: "revise", ...change });
    return { ...result, proposals: ((result["proposals"] ?? []) as Json[]).map(proposalOf) } as Json & {
      proposals: Proposal[];
    };
  };
  const hold = async (...ids: string[]) =>
    refine(...ids.map((proposal_id) => ({ proposal_id, action: "finalize" })));
  const acceptance = ({ id, terms_digest }: Proposal) => ({
    ...key(),
    account,
    proposal_id: id,
    proposal_terms_digest: terms_digest,
  });
  return { ...at, request, revise, hold, acceptance };
}

interface Proposal {
  readonly id: string;
  readonly parent: unknown;
  readonly terms: { readonly purchases: readonly { readonly pricing: { readonly fixed_price: number } }[] };
  readonly terms_digest: string;
  readonly expires_at: string;
}

function proposalOf(proposal: Json): Proposal {
  const { proposal_id, parent_proposal_id, commercial_terms, terms_digest, expires_at } = proposal;
  return {
    id: String(proposal_id),
    parent: parent_proposal_id,
    terms: commercial_terms as Proposal["terms"],
    terms_digest: String(terms_digest),
    expires_at: String(expires_at),
  };
}

const priceOf = ({ terms }: Proposal) => terms.purchases[0]?.pricing.fixed_price ?? 0;

it("drafts, revises, holds and sells a proposal, each a new one under its own digest", async () => {
  const { request, revise, hold, call, acceptance, said } = await open();
  const [draft] = await request();
  if (draft === undefined) throw new Error("nothing is proposed");
  expect(draft.terms_digest).toBe(termsDigest(draft.terms));

  const wanted = { cpm: { max: priceOf(draft) * 0.95, ...EUR }, total_budget: { max: 15_000, ...EUR } };
  const { outcome, proposals } = await revise(draft.id, { constraints: wanted });
  const [better] = proposals;
  if (better === undefined) throw new Error("nothing is revised");
  expect(outcome).toBe("revised");
  expect(better).toMatchObject({ parent: draft.id, terms: { total_budget: { amount: 15_000 } } });
  expect(priceOf(better)).toBeLessThanOrEqual(wanted.cpm.max);
  expect(better.terms_digest).toBe(termsDigest(better.terms));

  const [result] = await hold(better.id);
  const held = proposalOf((result?.["proposal"] ?? {}) as Json);
  expect(held).toMatchObject({ parent: better.id, terms: better.terms, terms_digest: better.terms_digest });
  expect(held.id).not.toBe(better.id);

  const other = { ...acceptance(held), proposal_terms_digest: draft.terms_digest };
  expect((await said("accept_proposal", other)).error).toMatchObject({ code: "CONFLICT" });
  expect((await said("accept_proposal", acceptance(draft))).error).toMatchObject({
    code: "PROPOSAL_NOT_COMMITTED",
  });
  const order = { ...acceptance(held), name: "Kettle in January" };
  const bought = await call("accept_proposal", order);
  expect(bought).toMatchObject({
    status: "completed",
    name: "Kettle in January",
    media_buy_status: "pending_start",
    accepted_proposal: {
      proposal_id: held.id,
      proposal_status: "accepted",
      terms_digest: held.terms_digest,
      media_buy_id: bought["media_buy_id"],
    },
    purchase_bindings: [{ purchase_index: 0 }],
  });
  expect(await call("accept_proposal", order)).toEqual({ ...bought, replayed: true });
  expect((await said("accept_proposal", acceptance(held))).error).toMatchObject({ code: "INVALID_STATE" });
});

it("says which constraints no terms keep, and makes alternatives that differ", async () => {
  const { request, revise, said } = await open();
  const [draft] = await request();
  if (draft === undefined) throw new Error("nothing is proposed");
  const cheap = { cpm: { max: 0.01, ...EUR } };
  expect(await revise(draft.id, { constraints: cheap })).toMatchObject({
    outcome: "unable",
    reason_code: "constraint_unsatisfiable",
    unsatisfied_constraints: ["cpm"],
  });
  const partial = await revise(draft.id, {
    constraints: { ...cheap, total_budget: { max: 15_000, ...EUR } },
    ask: "and cheaper",
  });
  expect(partial).toMatchObject({
    outcome: "partial",
    reason_code: "constraint_unsatisfiable",
    unsatisfied_constraints: ["cpm"],
    proposals: [{ terms: { total_budget: { amount: 15_000 } } }],
  });
  const { proposals } = await revise(draft.id, { alternatives: { count: 3 } });
  expect(new Set(proposals.map(({ terms_digest }) => terms_digest)).size).toBe(3);
  const odd = { proposal_id: draft.id, action: "revise", product_changes: { hb_ctv: "omit" } };
  expect((await said("refine_proposals", { ...key(), refinements: [odd] })).error).toMatchObject({
    code: "UNSUPPORTED_FEATURE",
    details: { unsupported_dimension: "product_changes" },
  });
});

it("holds all or none, no more than it can, and no longer than it says", async () => {
  const { request, hold, said, acceptance, sandbox, call } = await open();
  const [one, two, three] = await request();
  if (one === undefined || two === undefined || three === undefined) throw new Error("too few are proposed");
  expect((await hold(one.id, two.id, three.id)).map(({ reason_code }) => reason_code)).toEqual([
    "batch_aborted",
    "batch_aborted",
    "hold_unavailable",
  ]);
  expect((await hold(one.id, "prop_unknown")).map(({ reason_code }) => reason_code)).toEqual([
    "batch_aborted",
    "source_unavailable",
  ]);
  const [first, second] = (await hold(one.id, two.id)).map(({ proposal }) => proposalOf(proposal as Json));
  if (first === undefined || second === undefined) throw new Error("nothing is held");
  const again = { ...key(), refinements: [{ proposal_id: one.id, action: "finalize" }] };
  expect((await said("refine_proposals", again)).error).toMatchObject({ code: "INVALID_STATE" });

  const declines = [{ proposal_id: second.id, reason: "price" }];
  for (const answer of [1, 2].map(() => call("decline_proposals", { ...key(), declines })))
    expect(await answer).toEqual({ results: [{ proposal_id: second.id, outcome: "declined" }] });
  expect((await hold(three.id)).map(({ outcome }) => outcome)).toEqual(["finalized"]);

  sandbox.advance(3);
  expect((await said("accept_proposal", acceptance(first))).error).toMatchObject({
    code: "PROPOSAL_EXPIRED",
  });
});

it("lies where it is told to: digests, terms, constraints, holds and lost answers", async () => {
  const { request, revise, hold, sandbox, said, acceptance, call } = await open();
  const [draft, other] = await request();
  if (draft === undefined || other === undefined) throw new Error("nothing is proposed");
  const lie = (...rules: FaultRule[]) => sandbox.faults.set("sales", { rules });

  lie({ do: "wrong-digest", task: "request_proposals" });
  const [forged] = await request();
  expect(forged?.terms_digest).not.toBe(termsDigest(forged?.terms));

  lie({ do: "broken-constraint", task: "refine_proposals" });
  const constraints = { cpm: { max: priceOf(draft) * 0.95, ...EUR } };
  const broken = await revise(draft.id, { constraints });
  expect(broken["outcome"]).toBe("revised");
  expect(priceOf(broken.proposals[0] ?? draft)).toBeGreaterThan(constraints.cpm.max);

  lie({ do: "changed-terms", task: "refine_proposals" });
  const [dearer] = (await hold(draft.id)).map(({ proposal }) => proposalOf(proposal as Json));
  expect(priceOf(dearer ?? draft)).toBeGreaterThan(priceOf(draft));

  lie({ do: "short-hold", task: "refine_proposals" });
  const [short] = (await hold(other.id)).map(({ proposal }) => proposalOf(proposal as Json));
  sandbox.advance(1);
  expect(Date.parse(short?.expires_at ?? "")).toBeGreaterThan(sandbox.clock.now());
  expect((await said("accept_proposal", acceptance(short ?? other))).error).toMatchObject({
    code: "PROPOSAL_EXPIRED",
  });

  lie({ do: "drop", when: "after", task: "accept_proposal", times: 1 });
  const order = acceptance(dearer ?? draft);
  await expect(said("accept_proposal", order)).rejects.toThrow();
  expect(await call("accept_proposal", order)).toMatchObject({ replayed: true, status: "completed" });
});
