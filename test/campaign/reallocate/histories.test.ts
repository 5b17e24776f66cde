import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isDecrease } from "../../../src/campaign/model/learned/moves.ts";
import { lineBudgets } from "../../../src/campaign/reallocate/live-lines.ts";
import { revert } from "../../../src/campaign/reallocate/revert.ts";
import { times } from "../../depth.ts";
import { histories, mostMoved, played } from "./history.ts";

/** A thousand histories between them in depth: what holds in each is looked at after every call to a seller. */
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

  it("are taken back to what every line had, as far as it is not spent", async () => {
    let reverted = 0;
    await fc.assert(
      fc.asyncProperty(histories({ threshold: 1, refusals: [] }), async (history) => {
        await played(history, async (ports) => {
          const state = ports.journal.state();
          const last = state.reallocations.at(-1);
          if (last === undefined || last.moves.length === 0) return;
          const spent = new Map(
            state.delivery.map(({ mediaBuyId, rows }) => [
              mediaBuyId,
              rows.reduce((sum, { spendMinor = 0 }) => sum + spendMinor, 0),
            ]),
          );
          expect(await revert(last.id, ["kim"], ports)).toMatchObject({ type: "decided" });
          const budgets = lineBudgets(ports.journal.state());
          for (const { lineId, from, mediaBuyId } of last.moves.filter((move) => !isDecrease(move)))
            expect(budgets.find((one) => one.lineId === lineId)?.budget.minor).toBe(
              Math.max(from.minor, spent.get(mediaBuyId) ?? 0),
            );
          expect(await revert(last.id, ["kim"], ports)).toMatchObject({ type: "decided" });
          expect(lineBudgets(ports.journal.state())).toEqual(budgets);
          reverted += 1;
        });
      }),
      { numRuns: some },
    );
    expect(reverted).toBeGreaterThan((some * 20) / 250);
  }, 600_000);
});
