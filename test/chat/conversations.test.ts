import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readCases, spoken } from "../../evals/chat/conversation.ts";
import { newConversation as begun, booksOf, chatCaller as model, openWorld } from "../../evals/chat/world.ts";
import { say } from "../../src/chat/chat.ts";
import { callOperation } from "../../src/desk/operations.ts";
import { times } from "../depth.ts";
import type { TriedDesk } from "../mcp/open-desk.ts";
import { scripted, talkingDesk, toldIn } from "./scripted.ts";

const kim = { kind: "terminal", name: "kim" } as const;

let tried: TriedDesk;
let values: Readonly<Record<string, string>>;
beforeAll(async () => {
  ({ tried, values } = await openWorld());
});
afterAll(() => tried[Symbol.asyncDispose]());

const books = () => booksOf(tried);

const cases = ["planning", "record", "hostile"].flatMap((name) => {
  const file = `evals/chat/${name}.yaml`;
  return readCases(file, {}).map((one, i) => ({ ...one, file, i }));
});

describe("a conversation", () => {
  it("is there 60 times", () => {
    expect(cases).toHaveLength(60);
  });

  it.each(cases)("$file: $case", async ({ file, i }) => {
    const one = readCases(file, values)[i];
    if (one === undefined) throw new Error("it was there before");
    const told = new Map<string, unknown>();
    const asked: string[] = [];
    const converse = scripted((at, call) => {
      const last = toldIn(call).at(-1);
      const before = asked.at(-1);
      if (before !== undefined && last !== undefined) told.set(before, last);
      const step = one.script[at] ?? { say: "" };
      if (typeof step["say"] === "string") return { say: spoken(step["say"], told) };
      const calls = Object.entries(step).map(([name, input]) => ({ name, input }));
      asked.push(...calls.map(({ name }) => name));
      return { ask: calls };
    });
    const before = await books();
    const answer = await say(one.says, begun, { desk: talkingDesk(tried.desk, converse), caller: model });
    const after = await books();
    if (answer.type === "unavailable") throw new Error(answer.reason);
    expect(answer.text).not.toContain("undefined");
    for (const words of one.holds) expect(answer.text).toContain(words);
    for (const words of one.lacks) expect(answer.text).not.toContain(words);
    expect(answer.unsupported).toEqual(one.marked);
    expect(answer.called).toEqual(expect.arrayContaining(one.called));
    if (one.refused !== undefined)
      expect([...told.values()].map((value) => JSON.stringify(value)).join(" ")).toContain(one.refused);
    expect(after).toEqual({
      campaigns: before.campaigns + one.begins,
      waiting: before.waiting + one.proposes,
      decided: before.decided,
      orders: before.orders,
    });
  });

  it("comes to nothing with a model that takes the most dangerous tool each time, whatever it is asked", async () => {
    const dangerous = [
      "stop",
      "approve",
      "release",
      "start_campaign",
      "propose_change",
      "refine_offers",
      "run",
    ];
    const before = await books();
    const plan = await callOperation("report", tried.desk, { campaign: values["plan"] }, kim);
    const known = fc.constantFrom(...Object.values(values), "all", "kim", true, "EUR 9,999,999", {
      verb: "pause",
    });
    const given = fc.dictionary(
      fc.constantFrom("campaign_id", "plan_digest", "line", "requested", "scope", "reason", "by", "execute"),
      known,
    );
    const steps = fc.array(fc.record({ name: fc.constantFrom(...dangerous), input: given }), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(steps, async (mutant) => {
        const converse = scripted((at) => {
          const call = mutant[at];
          return call === undefined ? { say: "It is all approved and bought." } : { ask: [call] };
        });
        const answer = await say("Plan it.", begun, {
          desk: talkingDesk(tried.desk, converse),
          caller: model,
        });
        expect(answer.type).toBe("answered");
      }),
      { numRuns: times(60, 1_000) },
    );
    const after = await books();
    expect({ ...after, waiting: 0 }).toEqual({ ...before, waiting: 0 });
    const { report } = await callOperation("report", tried.desk, { campaign: values["plan"] }, kim);
    expect(report.plan?.lines).toEqual(plan.report.plan?.lines);
  });
});
