import { expect, it } from "vitest";
import { readPages } from "../../src/protocol/client/pages.ts";

const next = (_request: object, page: Readonly<Record<string, unknown>>) =>
  page["more"] === true ? { cursor: "x" } : undefined;

it("gives all pages of one answer the bytes of one answer", async () => {
  const allowed: number[] = [];
  const read = readPages(
    {},
    {
      call: (_request, { maximumBytes }) => {
        allowed.push(maximumBytes);
        const more = allowed.length < 4;
        return Promise.resolve({ structuredContent: { items: [allowed.length], more }, bytes: 400 });
      },
      next,
      now: () => 0,
      allowance: { timeoutMs: 1_000, maximumBytes: 1_000 },
    },
  );
  expect(await read).toEqual({ type: "payload", payload: { items: [1, 2, 3, 4], more: true } });
  expect(allowed).toEqual([1_000, 600, 200, 0]);
});

it("gives them three times the time of one, and then no more is asked for", async () => {
  let now = 0;
  const allowed: number[] = [];
  const read = readPages(
    {},
    {
      call: (_request, { timeoutMs }) => {
        allowed.push(timeoutMs);
        now += 800;
        return Promise.resolve({ structuredContent: { items: [], more: true } });
      },
      next,
      now: () => now,
      allowance: { timeoutMs: 1_000, maximumBytes: 1_000 },
    },
  );
  await expect(read).rejects.toMatchObject({ code: "TIMEOUT" });
  expect(allowed).toEqual([1_000, 1_000, 1_000, 600]);
});
