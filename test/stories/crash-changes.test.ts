import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import type { App } from "../../src/app.ts";
import { giveApproval, refuse } from "../../src/campaign/approvals/approve.ts";
import { awaitsPerson, type CampaignState, type StepState } from "../../src/campaign/model/state/state.ts";
import { buyKey, buyNamedIn } from "../../src/campaign/model/step/buy-identity.ts";
import { isOpen } from "../../src/campaign/model/step/step-status.ts";
import { groupBy } from "../../src/lib/group-by.ts";
import type { RewriteAnswer } from "../../src/sandbox/answer.ts";
import { isDeep, times } from "../depth.ts";
import { boundFor, budgetIn, inBooks, look, ordered } from "./crash/books.ts";
import { compileRunner } from "./crash/compile-runner.ts";
import { doubleBuys } from "./crash/inspect.ts";
import { openRig, type Rig } from "./crash/rig.ts";
import { changeOf, moveOf, Orderer, round } from "./crash/rounds.ts";

const folder = mkdtempSync(join(tmpdir(), "flightdesk-runner-"));
const runner = compileRunner(folder);
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const killsWanted = times(12, 100);
/** `CRASH_SEED=2` has other changes, and other moments. */
const seed = Number(process.env["CRASH_SEED"] ?? 1);

/** Some sellers number no state of their buys: what is sent to them overwrites what they hold. */
const unnumbered: RewriteAnswer = ({ agent, payload }) =>
  ["kiosk", "albion"].includes(agent)
    ? JSON.parse(JSON.stringify(payload, (key, value: unknown) => (key === "revision" ? undefined : value)))
    : payload;

it("has every buy as its seller has it, whenever the processes that turn, change and move are killed", {
  timeout: 1_800_000,
}, async () => {
  // What holds is what the desk holds to by itself.
  const decide = ({ tool }: { readonly tool: string }) =>
    tool === "update_media_buy" ? ({ verdict: "approved" } as const) : undefined;
  await using rig = await openRig(runner, {
    planned: false,
    faults: new Map(),
    governance: { decide },
    rewriteAnswer: unnumbered,
  });
  await rig.settle();
  rig.clock.advance(Date.parse("2027-01-21T08:00:00Z") - rig.clock.now());
  await rig.run();
  await using app = rig.open();
  const [people, mover] = [new Orderer(), new Orderer()];
  let pairs = await look(app, rig.campaignId);
  let [kills, rounds] = [0, 0];
  for (; kills < killsWanted; rounds++) {
    const [drawn] = fc.sample(round, { seed: seed * 1000 + rounds, numRuns: 1 });
    if (drawn === undefined) throw new Error("nothing is drawn");
    const { lives, loses, hours } = drawn;
    if (loses !== undefined)
      rig.sandbox.faults.set(loses, {
        rules: [{ do: "drop", when: "after", times: 1, task: "update_media_buy" }],
      });
    const [killed] = await Promise.all([
      Promise.all([
        rig.run(lives[0]).then(({ type }) => type === "killed"),
        people.run(rig, lives[1], () => changeOf(drawn, pairs, rounds)),
        mover.run(rig, lives[2], () => moveOf(drawn, pairs, rounds)),
      ]),
      look(app, rig.campaignId),
    ]);
    kills += killed.filter(Boolean).length;
    pairs = await look(app, rig.campaignId);
    rig.clock.advance(hours * 3_600_000);
  }
  rig.sandbox.faults.clear();
  await settle(rig, app, [people, mover]);

  pairs = await look(app, rig.campaignId);
  const state = (await app.ports(rig.campaignId)).journal.state();
  expect(pairs.map(ordered)).toEqual(pairs.map(inBooks));
  const findings = await rig.inspect();
  expect(doubleBuys(findings)).toEqual([]);
  expect(findings.booked.toSorted()).toEqual(findings.bought.toSorted());
  expect(findings.ledgerFaults).toEqual([]);
  const made = changesMade(rig, state);
  expectAnswered(people, state, made);

  const counts = new Map<string, number>();
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  for (const { step } of made.values())
    count(`${step.change?.requested.verb}${step.change?.reallocation === undefined ? "" : " of a move"}`);
  for (const { buy, booked } of pairs)
    if (booked.status !== "canceled" && boundFor(buy, state) > budgetIn(booked, buy.currency))
      count("bound beyond the books");
  process.stdout.write(
    `kills ${kills} in ${rounds} rounds, made ${JSON.stringify(Object.fromEntries(counts))}\n`,
  );
  for (const [verb, least] of leastMade)
    if (isDeep) expect(counts.get(verb) ?? 0, verb).toBeGreaterThan(least);
});

/** Of a hundred kills; which are made hangs on the moments of the machine, too. */
const leastMade = new Map([
  ["increase", 2],
  ["decrease", 2],
  ["extend", 0],
  ["pause", 0],
  ["decrease of a move", 5],
  ["increase of a move", 5],
]);

/** The steps that sellers have carried out, by key: each once, and none that the ledger does not have as done. */
function changesMade({ sandbox }: Rig, { steps }: CampaignState) {
  // An answer that was lost counts, one that was given again does not.
  const keys = sandbox.calls
    .filter(
      ({ task, outcome = "" }) => task === "update_media_buy" && ["answered", "dropped"].includes(outcome),
    )
    .map(({ arguments: request }) => request["idempotency_key"]);
  expect(new Set(keys).size).toBe(keys.length);
  const made = new Map(
    steps
      .filter(({ intent }) => keys.includes(intent?.idempotencyKey))
      .map((current) => [current.step.id, current] as const),
  );
  expect(made.size).toBe(keys.length);
  for (const { status } of made.values()) expect(status).toBe("done");
  return made;
}

/** What somebody was answered as done is done, and once; what was answered to have come to nothing was not made. */
function expectAnswered(
  { answers }: Orderer,
  { steps }: CampaignState,
  made: ReturnType<typeof changesMade>,
): void {
  for (const { work, answer } of answers) {
    const current = steps.find(({ step }) => step.id === answer.stepId);
    if (answer.status === "done")
      expect([work, current?.status, current?.check?.made]).toEqual([work, "done", true]);
    if (answer.status === "refused" || answer.status === "failed")
      expect([work, made.has(answer.stepId ?? "")]).toEqual([work, false]);
  }
  // Said again, an order is carried out again only where something else of the same buy was made in between.
  const inOrder = [...made.values()].sort((one, other) => answeredAt(one).localeCompare(answeredAt(other)));
  const buys = groupBy(inOrder, ({ step }) => buyKey(buyNamedIn(step)));
  for (const [buy, ofBuy] of buys)
    ofBuy.forEach(({ step }, i) => {
      const before = ofBuy[i - 1]?.step;
      const isPerson = step.change !== undefined && step.change.reallocation === undefined;
      if (isPerson && before?.change?.askedBy.join() === step.change?.askedBy.join())
        throw new Error(
          `${step.purpose} is made twice at ${buy}: ${ofBuy.map((one) => `${answeredAt(one)} ${one.step.id} (${one.step.change?.askedBy.join()})`).join("; ")}`,
        );
    });
}

function answeredAt({ times: { answeredAt = "" } }: StepState): string {
  return answeredAt;
}

/** Processes that are left alone and people who answer, until nothing is under way. */
async function settle(rig: Rig, app: App, orderers: readonly Orderer[]): Promise<void> {
  for (let turns = 0; turns < 20; turns++) {
    for (const orderer of orderers) await orderer.run(rig, {}, () => undefined);
    rig.clock.advance(30 * 60_000);
    await rig.run();
    const ports = await app.ports(rig.campaignId);
    const { steps } = ports.journal.state();
    const open = steps.filter((one) => one.step.change !== undefined && isOpen(one));
    const asked = steps.filter(awaitsPerson);
    if (open.length === 0 && asked.length === 0) return;
    for (const orderer of orderers) orderer.giveUp();
    for (const { step } of asked) await giveApproval(ports, step.id, "robin");
    for (const { step, status, reason = "" } of open)
      if (status === "escalated") await refuse(ports, step.id, { by: "robin", reason: "not now" });
      else if (status === "held" && reason.includes("has paused it since"))
        await rig.run({
          work: {
            does: "change",
            name: step.change?.subject.mediaBuyId ?? "",
            requested: { verb: "unpause" },
            by: step.id,
          },
        });
  }
  const { steps } = (await app.ports(rig.campaignId)).journal.state();
  const left = steps.filter((one) => one.step.change !== undefined && (isOpen(one) || awaitsPerson(one)));
  throw new Error(
    `it does not come to rest: ${left.map((one) => `${one.step.id} ${one.status} ${one.reason}`).join("; ")}`,
  );
}
