import fc from "fast-check";
import { expect, it } from "vitest";
import { findBuy, namesOf } from "../../src/campaign/account/changes/find-line.ts";
import { giveApproval } from "../../src/campaign/approvals/approve.ts";
import { changeBuy } from "../../src/campaign/change/change-buy.ts";
import { readPolicyFile } from "../../src/campaign/govern/files/policy-file.ts";
import { stateOf } from "../../src/campaign/model/state/journal.ts";
import { awaitsPerson, type StepState, waitsForPerson } from "../../src/campaign/model/state/state.ts";
import { advance } from "../../src/campaign/run/advance.ts";
import { dayMs } from "../../src/lib/days.ts";
import { money } from "../../src/lib/money.ts";
import { type RawBuy, type RawSeller, rawSeller } from "../canned/raw-agents.ts";
import type { Answer } from "../canned/raw-market.ts";
import { times } from "../depth.ts";
import { brief, openHostileDesk } from "./hostile/desk.ts";

/** Of all that the brand buys, in euros. */
const cap = 50_000;

function policies() {
  const rule = '  - id: unused\n    when: { amount: { over: "900,000,000 EUR" } }\n    then: warn\n';
  const text = `version: 1\nname: Caps\nrules:\n${rule}caps:\n  - { per: brand, amount: "${cap} EUR" }\n`;
  const reading = readPolicyFile(text, "caps.yaml");
  if (reading.type === "invalid") throw new Error(reading.problems.join("\n"));
  return [reading.policy];
}

const growth = fc.record({
  seller: fc.nat({ max: 1 }),
  buy: fc.nat({ max: 2 }),
  by: fc.integer({ min: 1, max: 15_000 }),
});
type Growth = typeof growth extends fc.Arbitrary<infer Value> ? Value : never;

const move = fc.oneof(
  fc.record({ type: fc.constantFrom("day" as const, "turn" as const, "approve" as const) }),
  fc.record({ type: fc.constant("grow" as const), growth }),
  fc.record({ type: fc.constant("campaign" as const), budget: fc.integer({ min: 8_000, max: 30_000 }) }),
  fc.record({
    type: fc.constant("increase" as const),
    line: fc.nat({ max: 5 }),
    by: fc.integer({ min: 100, max: 12_000 }),
  }),
);

const worthOf = ({ packages }: RawBuy) =>
  packages.reduce((sum, { budget }) => sum + Math.round(budget * 100), 0);

/** Sellers of which each raises what it has accepted by itself, and what was known of their books when something of ours arrived. */
function watched(meanwhile: (Growth | undefined)[]) {
  const seen = new Map<string, number>();
  const excesses: string[] = [];
  const totals = { arrived: 0, past: 0 };
  const sellers: RawSeller[] = [];
  const books = () => sellers.flatMap((one) => one.books);
  const grow = ({ seller, buy, by }: Growth) => {
    const own = sellers[seller]?.books ?? [];
    const chosen = own[buy % Math.max(1, own.length)];
    const [first, ...others] = chosen?.packages ?? [];
    if (chosen === undefined || first === undefined) return;
    chosen.packages = [{ ...first, budget: first.budget + by }, ...others];
    chosen.revision += 1;
  };
  const ours =
    (answer: Answer | undefined): Answer =>
    async (request, n) => {
      const growing = meanwhile.shift();
      if (growing !== undefined) grow(growing);
      const before = new Map(books().map((one) => [one.media_buy_id, worthOf(one)]));
      const said = await answer?.(request, n);
      if (said === undefined) throw new Error("an honest seller answers this");
      const [was, is] = [[...before.values()], books().map(worthOf)].map((all) =>
        all.reduce((sum, one) => sum + one, 0),
      ) as [number, number];
      let unseen = 0;
      for (const [id, minor] of before) unseen += Math.max(0, minor - (seen.get(id) ?? 0));
      for (const one of books()) {
        const id = one.media_buy_id;
        seen.set(id, (seen.get(id) ?? 0) + worthOf(one) - (before.get(id) ?? 0));
      }
      if (is <= was) return structuredClone(said);
      totals.arrived += 1;
      if (is > cap * 100) totals.past += 1;
      if (is > cap * 100 + unseen)
        excesses.push(`${was} -> ${is} with ${unseen} not seen: ${JSON.stringify(request)}`);
      return structuredClone(said);
    };
  for (const slug of ["one", "two"])
    sellers.push(
      rawSeller(slug, {
        answers: ({ answers }) => ({
          create_media_buy: ours(answers["create_media_buy"]),
          update_media_buy: ours(answers["update_media_buy"]),
          get_media_buys: async (request, n) => {
            const said = await answers["get_media_buys"]?.(request, n);
            if (said === undefined || said === "silence" || !("payload" in said))
              throw new Error("it shows its books");
            for (const one of said.payload["media_buys"] as readonly RawBuy[])
              seen.set(one.media_buy_id, worthOf(one));
            return structuredClone(said);
          },
        }),
      }),
    );
  return { sellers, grow, excesses, totals };
}

it("takes sellers' books past a brand's cap by no more than they grew since they were read, over two campaigns", async () => {
  const all = { stories: 0, arrived: 0, past: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(move, { minLength: 3, maxLength: 8 }),
      fc.array(fc.option(growth, { freq: 3, nil: undefined }), { maxLength: 6 }),
      async (moves, meanwhile) => {
        const { sellers, grow, excesses, totals } = watched([...meanwhile]);
        await using desk = await openHostileDesk(sellers, {
          // The client has signed for more, so that there is room for increases.
          brief: { budget: money(2_400_000, "EUR"), insertionOrderTotal: money(4_800_000, "EUR") },
          app: { policies: policies() },
        });
        const campaigns = [desk.campaignId];
        const turn = async () => {
          desk.wire.advance(60_000);
          for (const id of campaigns) await advance(await desk.app.ports(id), "end");
        };
        const agree = async (isAsked: (current: StepState) => boolean) => {
          for (const id of campaigns) {
            const asked = (await stateOf(desk.app.ledger, id)).steps.find(isAsked);
            if (asked !== undefined) await giveApproval(await desk.app.ports(id), asked.step.id, "kim");
          }
          await turn();
        };
        await turn();
        for (const one of [...moves, { type: "day" } as const]) {
          switch (one.type) {
            case "day":
              desk.clock.advance(dayMs);
              await turn();
              break;
            case "turn":
              await turn();
              break;
            case "grow":
              grow(one.growth);
              break;
            case "campaign":
              if (campaigns.length < 3) {
                const budget = money(one.budget * 100, "EUR");
                campaigns.push(await desk.app.begin({ ...brief, name: `Story ${campaigns.length}`, budget }));
                await turn();
                // It buys the same products as the one before, which is meant.
                await agree(waitsForPerson);
              }
              break;
            case "approve":
              await agree(awaitsPerson);
              break;
            case "increase": {
              const id = campaigns[one.line % campaigns.length] ?? desk.campaignId;
              const state = await stateOf(desk.app.ledger, id);
              const names = namesOf(state).filter((name) => name.includes("/"));
              const found = findBuy(state, names[one.line % Math.max(1, names.length)] ?? "");
              const booked = sellers
                .flatMap(({ books }) => books)
                .flatMap(({ packages }) => packages)
                .find(({ package_id }) => package_id === found?.subject.packageId);
              if (found === undefined || booked === undefined) break;
              const to = money(Math.round((booked.budget + one.by) * 100), "EUR");
              await changeBuy(
                found,
                { requested: { verb: "increase", to }, askedBy: ["robin"] },
                { execute: true },
                await desk.app.ports(id),
              );
              break;
            }
          }
          expect(excesses, JSON.stringify(moves)).toEqual([]);
        }
        expect(await desk.app.ledger.verify()).toEqual([]);
        all.stories += 1;
        all.arrived += totals.arrived;
        all.past += totals.past;
      },
    ),
    { numRuns: times(8, 60), endOnFailure: true },
  );
  process.stdout.write(`growing sellers: ${JSON.stringify(all)}\n`);
}, 3_600_000);
