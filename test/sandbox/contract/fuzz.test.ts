import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { knownCode } from "../../../src/protocol/error-codes.ts";
import { errorKey } from "../../../src/protocol/names.ts";
import { type TaskName, tasks } from "../../../src/protocol/tasks/index.ts";
import { connect } from "../connect.ts";
import { openWorld, type World, wireName } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.sandbox.close());

const runs = 200;
const atOnce = 25;

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

it.each(Object.keys(tasks) as TaskName[])(
  "%s answers inside the contract, whatever it is sent",
  async (task) => {
    const { agent, request } = world.valid[task];
    const { raw } = await connect(world.sandbox, agent);
    const sample = fc.sample(
      requests(() => structuredClone(request())),
      { numRuns: runs, seed: 7 },
    );
    for (let i = 0; i < runs; i += atOnce)
      await Promise.all(
        sample.slice(i, i + atOnce).map(async (given) => {
          const result = await raw(wireName(task), given);
          const about = JSON.stringify(given).slice(0, 400);
          if (result.isError !== true) {
            const wrong = tasks[task].response.safeParse(result.structuredContent).error;
            return expect(wrong, about).toBeUndefined();
          }
          // The error object is what is looked into.
          const error = result.structuredContent?.[errorKey] as Record<string, unknown>;
          expect(knownCode(String(error["code"])), `${about}: ${JSON.stringify(error)}`).toBeDefined();
          expect(error["code"], `${about}: ${JSON.stringify(error)}`).not.toBe("INTERNAL_ERROR");
          expect(error["message"]).toEqual(expect.any(String));
        }),
      );
  },
);
