import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { knownCode } from "../../../src/protocol/messages/error-codes.ts";
import { tasks } from "../../../src/protocol/tasks/index.ts";
import { errorKey } from "../../../src/protocol/tasks/names.ts";
import { Refusal } from "../../../src/sandbox/refusal.ts";
import { times } from "../../depth.ts";
import { connect } from "../connect.ts";
import { type Ask, toolLayer } from "./tool-layer.ts";
import { type ContractTask, openWorld, type World, wireName } from "./world.ts";

let world: World;
let ask: Ask;
beforeAll(async () => {
  world = await openWorld();
  ask = await toolLayer(world.sandbox);
});
afterAll(() => world.sandbox.close());

const runs = times(60, 200);
const runsOverHttp = times(8, 20);

/** Values that are awkward for a reader of JSON. */
const odd = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(null, "", 0, -1, 1e308, [], {}, [[]], "__proto__", "a".repeat(5000), {
    length: -1,
  }),
);

/** Arbitrary objects, and valid requests in which one value anywhere has become another. */
function requests(valid: () => Record<string, unknown>): fc.Arbitrary<Record<string, unknown>> {
  const mutated = fc.tuple(fc.nat(), odd).map(([at, to]) => {
    const request = valid();
    const places = placesIn(request);
    const [parent, key] = places[at % Math.max(1, places.length)] ?? [request, "brief"];
    parent[key] = to;
    return request;
  });
  const arbitrary = fc.dictionary(fc.string(), odd, { maxKeys: 6 });
  return fc.oneof({ weight: 3, arbitrary: mutated }, { weight: 1, arbitrary });
}

type Place = readonly [parent: Record<string, unknown>, key: string];

function placesIn(value: unknown): Place[] {
  if (typeof value !== "object" || value === null) return [];
  // Arrays are indexed by name like objects here.
  const parent = value as Record<string, unknown>;
  return Object.keys(parent).flatMap((key) => [[parent, key] as const, ...placesIn(parent[key])]);
}

const contractTasks = Object.entries(tasks).flatMap(([name, task]) => ("only" in task ? [] : [name]));

it.each(contractTasks as ContractTask[])(
  "%s answers inside the contract, whatever it is sent",
  async (task) => {
    const { agent, request } = world.valid[task];
    const { raw } = await connect(world.sandbox, agent);
    const sample = fc.sample(
      requests(() => structuredClone(request())),
      { numRuns: runs, seed: 7 },
    );
    const overHttp = sample.slice(0, runsOverHttp).map(async (given) => {
      const { isError, structuredContent } = await raw(wireName(task), given);
      if (isError === true) checkError(structuredContent?.[errorKey], given);
      else checkAnswer(task, structuredContent, given);
    });
    await Promise.all(overHttp);
    for (const given of sample.slice(runsOverHttp)) {
      const outcome = await ask(agent, wireName(task), given).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
        return error;
      });
      if (outcome instanceof Refusal) checkError(outcome.toJSON(), given);
      else checkAnswer(task, outcome, given);
    }
  },
);

function checkAnswer(task: ContractTask, payload: unknown, given: Record<string, unknown>): void {
  expect(tasks[task].response.safeParse(payload).error, JSON.stringify(given)).toBeUndefined();
}

function checkError(error: unknown, given: Record<string, unknown>): void {
  const about = `${JSON.stringify(given)}: ${JSON.stringify(error)}`;
  expect(error, about).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  const { code } = error as { code: string };
  expect(knownCode(code), about).toBeDefined();
  expect(code, about).not.toBe("INTERNAL_ERROR");
}
