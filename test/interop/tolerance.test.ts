import fc from "fast-check";
import { expect, it } from "vitest";
import type { JsonObject } from "../../src/lib/json-object.ts";
import { readAnswer } from "../../src/protocol/client/read-answer.ts";
import { adcp } from "../../src/protocol/dialects/adcp/adcp.ts";
import { type TaskName, tasks } from "../../src/protocol/tasks/index.ts";
import { times } from "../depth.ts";
import { liveWholeLife } from "../stories/whole-life.ts";

type Path = readonly (string | number)[];

/** Stands in every word and field that a later release might have. */
const marker = "zz_of_a_later_release";

/** Every place of a value, from the root. */
function placesIn(value: unknown, path: Path = []): Path[] {
  const below =
    typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([key, member]) =>
          placesIn(member, [...path, Array.isArray(value) ? Number(key) : key]),
        )
      : [];
  return [path, ...below];
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), value);
}

/** An object with a field more, another word for a word, and nothing for a number or a switch. */
function changed(value: unknown, path: Path): unknown {
  const copy = structuredClone(value);
  const old = at(copy, path);
  const last = path.at(-1);
  if (typeof old === "object" && old !== null && !Array.isArray(old))
    Reflect.set(old, marker, { deep: [marker] });
  else if (typeof old === "string" && last !== undefined)
    Reflect.set(Object(at(copy, path.slice(0, -1))), last, marker);
  return copy;
}

/** Where two answers as they were read differ in anything but what came new, or fell out with it. */
function flips(before: unknown, after: unknown, path: Path = []): string[] {
  const [one, other] = [before, after].map((value) => JSON.stringify(value));
  if (one === other || other === undefined || path.at(-1) === marker) return [];
  if (typeof before !== "object" || typeof after !== "object" || before === null || after === null)
    return other.includes(marker) ? [] : [`${path.join(".")}: ${one} became ${other}`];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => flips(Reflect.get(before, key), Reflect.get(after, key), [...path, key]));
}

const byName = new Map<string, TaskName>(
  (Object.keys(tasks) as TaskName[]).map((name) => [tasks[name].name, name]),
);

/** Whose answer it is: a report on another buy is none on this one. */
const isWhatWasAskedFor = (path: Path) =>
  path[0] === "media_buy_deliveries" && path.at(-1) === "media_buy_id";

it.each(["3.1", "3.2"] as const)(
  "reads what it knows of any answer of release %s, whatever else is new in it",
  async (release) => {
    const { requests, answers } = await liveWholeLife(release);
    const said = answers.flatMap(({ task, payload, isRefusal }, i) => {
      const name = byName.get(task);
      return name === undefined || isRefusal
        ? []
        : [{ name, payload, request: requests[i]?.arguments ?? {} }];
    });
    const dialect = adcp(release, []);
    const read = (name: TaskName, payload: JsonObject, request: JsonObject) =>
      readAnswer(name, { type: "payload", payload }, dialect, request);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...said), fc.nat(), async ({ name, payload, request }, n) => {
        const places = placesIn(payload).filter((path) => !isWhatWasAskedFor(path));
        const path = places[n % places.length] ?? [];
        const [before, after] = await Promise.all([
          read(name, payload, request),
          read(name, changed(payload, path) as JsonObject, request),
        ]);
        const where = `${name} ${path.join(".")}`;
        expect(after.type, where).toBe(before.type);
        if (before.type === "answered" && after.type === "answered")
          expect(flips(before.payload, after.payload), where).toEqual([]);
      }),
      { numRuns: times(1000, 5000) },
    );
  },
);
