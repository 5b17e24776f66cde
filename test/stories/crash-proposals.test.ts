import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { Brief } from "../../src/brief/brief.ts";
import { giveApproval } from "../../src/campaign/approvals/approve.ts";
import { committedProposal } from "../../src/campaign/model/derived/committed-proposals.ts";
import { waitsForPerson } from "../../src/campaign/model/state/state.ts";
import { money } from "../../src/lib/money.ts";
import { sellers } from "../../src/sandbox/inventory/sellers.ts";
import type { FaultRule } from "../../src/sandbox/sandbox.ts";
import { some } from "../depth.ts";
import { compileRunner } from "./crash/compile-runner.ts";
import { openRig, type Rig } from "./crash/rig.ts";
import { dieAt, dryRun, play, report } from "./crash/suite.ts";
import { type ProposalWitness, proposalWitness } from "./crash/witness.ts";

const folder = mkdtempSync(join(tmpdir(), "flightdesk-runner-"));
const runner = compileRunner(folder);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** One seller alone, which sells nothing but what it has proposed. */
const brief: Partial<Brief> = {
  budget: money(9_000_000, "EUR"),
  channels: ["ctv", "olv"],
  signals: [],
  limits: {
    maxSharePerSeller: 0.5,
    excludedSellers: sellers.map(({ domain }) => domain).filter((one) => one !== "harbour.example"),
  },
};
const proposing = sellers
  .filter(({ slug }) => slug === "sales")
  .map((one) => ({ ...one, lifecycle: { alone: true, proposals: {} } }));

/** They share the cost of a campaign's beginning and end. */
const deathsPerCampaign = 4;

/** What each campaign's seller says of its holds and buys. */
const witnesses = new WeakMap<Rig, ProposalWitness>();

async function open(rules: readonly FaultRule[] = []): Promise<Rig> {
  const witness = proposalWitness();
  const { rewriteAnswer } = witness;
  const faults = new Map([["sales", rules]]);
  const opened = await openRig(runner, { compact: true, sellers: proposing, brief, faults, rewriteAnswer });
  const rig: Rig = {
    ...opened,
    run: async (life) => {
      const run = await opened.run(life);
      await agree(opened);
      return run;
    },
  };
  witnesses.set(rig, witness);
  return rig;
}

/** A person says yes to whatever is asked. */
async function agree(rig: Rig): Promise<void> {
  await using app = rig.open();
  const ports = await app.ports(rig.campaignId);
  for (const { step } of ports.journal.state().steps.filter(waitsForPerson))
    await giveApproval(ports, step.id, "robin");
}

/** Of each proposal one hold, of each hold one buy, on terms that were planned or agreed to, and nothing held that the ledger does not know. */
async function expectHonest(rig: Rig): Promise<void> {
  const { holds, buys, left } = witnesses.get(rig) ?? proposalWitness();
  await using app = rig.open();
  const { steps, plan } = (await app.ports(rig.campaignId)).journal.state();
  expect(new Set(holds.values()).size, "holds of one proposal").toBe(holds.size);
  expect(new Set(buys.values()).size, "buys of one hold").toBe(buys.size);
  const agreed = [
    ...(plan?.lines ?? []).map(({ bundle }) => bundle?.digest),
    ...steps.filter(({ approvals }) => approvals !== undefined).map(({ step }) => step.bundle?.digest),
  ];
  for (const { task, arguments: request } of rig.sandbox.calls)
    if (task === "accept_proposal") expect(agreed).toContain(request["proposal_terms_digest"]);
  const known = steps.flatMap((step) => committedProposal(step) ?? []);
  const ids = known.map((one) => (one.type === "lost" ? one.proposalId : one.proposal.proposal_id));
  for (const id of left()) expect(ids).toContain(id);
}

it.each<{ readonly name: string; readonly rules: readonly FaultRule[] }>([
  { name: "answers", rules: [] },
  {
    name: "loses its answers",
    rules: [
      { do: "drop", when: "after", times: 1, task: "refine_proposals" },
      { do: "drop", when: "after", times: 1, task: "accept_proposal" },
    ],
  },
  {
    name: "asks a higher price for what it holds",
    rules: [{ do: "changed-terms", task: "refine_proposals" }],
  },
])(
  "holds once and accepts once at a seller that $name, wherever its process is killed",
  {
    timeout: 1_200_000,
  },
  async ({ name, rules }) => {
    const { points: found, buys } = await dryRun(() => open(rules), { least: 1 });
    const around = found.filter((point) => /finalise\/|buy\/|decline\/|hold-ended/.test(point));
    expect(around.length).toBeGreaterThan(20);
    const points = some(around, 5);
    const campaigns = Math.ceil(points.length / deathsPerCampaign);
    const shares = Array.from(
      { length: campaigns },
      (_, n) => new Set(points.filter((_point, i) => i % campaigns === n)),
    );
    const all = await play(
      shares.values(),
      () => open(rules),
      async (rig, share) => {
        await dieAt(rig, share);
        await expectHonest(rig);
      },
    );
    // What one death has made needless no later process comes by.
    const deaths = points.length - shares.reduce((sum, { size }) => sum + size, 0);
    report(`deaths around a hold at a seller that ${name} ${deaths} of ${around.length}`, all, buys);
    expect(deaths).toBeGreaterThan(points.length / 2);
  },
);
