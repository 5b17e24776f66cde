import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isDecrease, leaveToMove } from "../../../src/campaign/model/derived/moves.ts";
import { lineBudgets } from "../../../src/campaign/reallocate/live-lines.ts";
import { revert } from "../../../src/campaign/reallocate/revert.ts";
import { money } from "../../../src/lib/money.ts";
import { times } from "../../depth.ts";
import { histories, mostMoved, played } from "./history.ts";

/** A thousand histories between them in depth: what holds in each is checked after every call to a seller. */
const most = times(80, 500);
const some = times(50, 250);

describe("reallocations", () => {
  it("decrease before they increase, keep every sum at every moment, and stay under the threshold", async () => {
    let moved = 0;
    await fc.assert(
      fc.asyncProperty(histories({}), async (history) => {
        const { state, threshold } = await played(history);
        expect(mostMoved(state)).toBeLessThanOrEqual(threshold.minor);
        moved += mostMoved(state) > 0 ? 1 : 0;
      }),
      { numRuns: most },
    );
    expect(moved).toBeGreaterThan(most / 10);
  }, 600_000);

  it("move what is over the threshold when a person says yes, and nothing when a person says no", async () => {
    const answers = { yes: 0, no: 0 };
    const asked = fc
      .tuple(
        histories({ threshold: 0.01, refusals: [] }),
        fc.array(fc.boolean(), { minLength: 2, maxLength: 2 }),
      )
      .map(([history, said]) => ({ ...history, answers: said }));
    await fc.assert(
      fc.asyncProperty(asked, async (history) => {
        const { state, threshold, answered } = await played(history);
        expect(mostMoved(state)).toBeLessThanOrEqual(threshold.minor);
        answers.yes += answered.yes;
        answers.no += answered.no;
      }),
      { numRuns: some },
    );
    expect(Math.min(answers.yes, answers.no)).toBeGreaterThan((some * 20) / 250);
  }, 600_000);

  it("move nothing where the brief is silent and nobody answers, and one question stands at a time", async () => {
    let asked = 0;
    await fc.assert(
      fc.asyncProperty(histories({ silent: true }), async (history) => {
        const { state } = await played(history);
        const changes = state.steps.filter(({ step }) => step.change !== undefined);
        expect(changes.filter(({ intent }) => intent !== undefined)).toEqual([]);
        const open = changes.filter(({ status }) => status === "escalated");
        expect(open.length).toBeLessThanOrEqual(1);
        expect(changes.every(({ status }) => status === "escalated" || status === "refused")).toBe(true);
        asked += changes.length > 0 ? 1 : 0;
      }),
      { numRuns: some },
    );
    expect(asked).toBeGreaterThan(some / 10);
  }, 600_000);

  it("move nothing without a yes where the brief wants to be asked, and decide nothing where it says off", async () => {
    let asked = 0;
    await fc.assert(
      fc.asyncProperty(histories({ threshold: 1 }), async (history) => {
        const proposed = await played({ ...history, reallocation: "propose" });
        expect(mostMoved(proposed.state)).toBe(0);
        asked += proposed.state.steps.some(({ status }) => status === "escalated") ? 1 : 0;
        const { state } = await played({ ...history, reallocation: "off" });
        expect(state.reallocations).toEqual([]);
      }),
      { numRuns: Math.ceil(some / 2) },
    );
    expect(asked).toBeGreaterThan(some / 50);
  }, 600_000);

  it.each([
    [{}, 0],
    [{ reallocationThreshold: money(5_000, "EUR") }, 5_000],
    [{ reallocation: "within" }, 1_000],
    [{ reallocation: "within", reallocationThreshold: money(5_000, "EUR") }, 5_000],
    [{ reallocation: "propose", reallocationThreshold: money(5_000, "EUR") }, 0],
    [{ reallocation: "off" }, 0],
  ] as const)("may be made unasked as far as the brief grants: %o", (limits, minor) => {
    const budget = money(10_000, "EUR");
    expect(leaveToMove({ budget, limits: { excludedSellers: [], ...limits } }).most.minor).toBe(minor);
  });

  it.each([true, undefined])(
    "lose nothing where increases are refused (asked for each: %s)",
    async (silent) => {
      let givenBack = 0;
      const refusing = histories({
        threshold: 1,
        refusals: [],
        answers: [true, true],
        ...(silent && { silent }),
      });
      await fc.assert(
        fc.asyncProperty(
          refusing,
          fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
          async (history, refusedIncreases) => {
            const { state } = await played({ ...history, refusedIncreases });
            givenBack += state.reallocations.filter(({ givesBack }) => givesBack !== undefined).length;
          },
        ),
        { numRuns: some },
      );
      expect(givenBack).toBeGreaterThan(some / 10);
    },
    600_000,
  );

  it("put what every seller refuses back to the lines that gave it, in the same turn", async () => {
    let played_ = 0;
    const refusedIncreases = [true, ...Array.from({ length: 30 }, () => false)];
    const history = histories({ threshold: 1, refusals: [] });
    await fc.assert(
      fc.asyncProperty(history, async (one) => {
        const { state } = await played({ ...one, refusedIncreases });
        const [back] = state.reallocations.filter(({ givesBack }) => givesBack !== undefined);
        if (back === undefined) return;
        const gave = state.reallocations.find(({ id }) => id === back.givesBack)?.moves.filter(isDecrease);
        for (const { lineId, to } of back.moves) {
          const giver = gave?.find((move) => move.lineId === lineId);
          expect(to.minor).toBeLessThanOrEqual(giver?.from.minor ?? 0);
        }
        played_ += 1;
      }),
      { numRuns: some },
    );
    expect(played_).toBeGreaterThan(some / 10);
  }, 600_000);

  it("go on where they were broken off between a decrease and its increase", async () => {
    let broken = 0;
    await fc.assert(
      fc.asyncProperty(histories({ threshold: 1, refusals: [], killed: true }), async (history) => {
        const { state, kills } = await played(history);
        broken += kills;
        const increases = state.steps.filter(({ step }) => step.change?.requested.verb === "increase");
        expect(increases.filter(({ status }) => status === "done").length).toBeGreaterThanOrEqual(kills);
      }),
      { numRuns: some },
    );
    expect(broken).toBeGreaterThan(some / 10);
  }, 600_000);

  it("are taken back to what every line had, as far as it is not spent", async () => {
    let reverted = 0;
    await fc.assert(
      fc.asyncProperty(histories({ threshold: 1, refusals: [] }), async (history) => {
        await played(history, async (ports) => {
          const state = ports.journal.state();
          const last = state.reallocations.findLast(({ moves }) => moves.length > 0);
          if (last === undefined) return;
          const spent = new Map(
            state.delivery.map(({ mediaBuyId, rows }) => [
              mediaBuyId,
              rows.reduce((sum, { spendMinor = 0 }) => sum + spendMinor, 0),
            ]),
          );
          expect(await revert(last.id, { askedBy: ["kim"] }, ports)).toMatchObject({ type: "decided" });
          const budgets = lineBudgets(ports.journal.state());
          for (const { lineId, from, mediaBuyId } of last.moves.filter((move) => !isDecrease(move)))
            expect(budgets.find((one) => one.lineId === lineId)?.budget.minor).toBe(
              Math.max(from.minor, spent.get(mediaBuyId) ?? 0),
            );
          expect(await revert(last.id, { askedBy: ["kim"] }, ports)).toMatchObject({ type: "decided" });
          expect(lineBudgets(ports.journal.state())).toEqual(budgets);
          reverted += 1;
        });
      }),
      { numRuns: some },
    );
    expect(reverted).toBeGreaterThan((some * 20) / 250);
  }, 600_000);
});
