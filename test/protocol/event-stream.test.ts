import fc from "fast-check";
import { expect, it } from "vitest";
import { eventReader } from "../../src/protocol/transports/event-stream.ts";

/** As HTML's standard tells it, over the whole text at once. */
function eventsIn(text: string) {
  const events: { type: string; data: string }[] = [];
  let data: string[] = [];
  let type = "";
  for (const line of text.split(/\r\n|\n|\r/).slice(0, -1)) {
    const [, field, value = ""] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
    if (field === "data") data.push(value);
    if (field === "event") type = value;
    if (line !== "") continue;
    if (data.length > 0) events.push({ type: type || "message", data: data.join("\n") });
    [data, type] = [[], ""];
  }
  return events;
}

const part = fc.constantFrom(
  "\r",
  "\n",
  "\r\n",
  "data: a",
  "data:b ",
  "data",
  "event: c",
  ": d",
  "id: 1",
  "ü€",
);

it("reads the same events however the stream is cut and its lines end", () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), fc.array(fc.nat(60), { maxLength: 8 }), (parts, cuts) => {
      const bytes = new TextEncoder().encode(parts.join(""));
      const places = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
      const read = eventReader();
      const found = places.slice(1).flatMap((to, i) => [...read(bytes.subarray(places[i], to))]);
      expect(found).toEqual(eventsIn(parts.join("")));
    }),
    { numRuns: 1_000 },
  );
});
