import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { prepareIntake, read } from "../../../src/desk/intake/intake.ts";
import { UsageError } from "../../../src/desk/usage-error.ts";
import { atLength, times } from "../../depth.ts";
import {
  brokenDocument,
  hostileDocuments,
  hostileTexts,
  hostileYaml,
  longCell,
  word,
} from "./hostile-files.ts";

const megabyte = 2 ** 20;

function childrenOf(parent: number): string[] {
  return readdirSync("/proc").filter(
    (name) => /^\d+$/.test(name) && statusOf(name).includes(`\nPPid:\t${parent}\n`),
  );
}

function readersOf(parent: number): string[] {
  return childrenOf(parent).filter((pid) => ofProcess(pid, "cmdline").includes("reader-process"));
}

function statusOf(pid: string): string {
  return ofProcess(pid, "status");
}

/** Empty of a process that has just ended. */
function ofProcess(pid: string, file: "status" | "cmdline"): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

/** The most that a reading process of this one has had in memory, in bytes; other tests have children of their own. */
function mostOfReaders(): number {
  const most = readersOf(process.pid).map((pid) => Number(/VmHWM:\s+(\d+) kB/.exec(statusOf(pid))?.[1] ?? 0));
  return Math.max(0, ...most) * 1024;
}

/** How it ended, and how much memory it took. */
async function outcomeOf(reading: Promise<unknown>) {
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, mostOfReaders());
  }, 10);
  const ended = await reading.then(
    () => "read",
    (cause: unknown) => (cause instanceof Error ? `${cause.name}: ${cause.message}` : "nothing"),
  );
  clearInterval(watch);
  return { ended, most };
}

describe.runIf(process.platform === "linux")("what outsiders hand in to fill the desk", () => {
  const today = "2026-11-27";
  const readings: readonly (readonly [string, () => Promise<unknown>])[] = [
    ...hostileDocuments.map(
      ([name, bytes]) => [name, () => read("document", { name, bytes: bytes() })] as const,
    ),
    ...hostileTexts.map(
      ([name, text]) => [name, () => read("words", { name: "brief.txt", text, today })] as const,
    ),
    ...hostileYaml.map(
      ([name, text]) => [name, () => read("briefFile", { name: "brief.yaml", text })] as const,
    ),
    ...(atLength ? hostileYaml : []).map(
      ([name, text]) =>
        [`answers to ${name}`, () => read("answers", { text, answers: { budget: "1" }, today })] as const,
    ),
    ["a cell of 50 MB", () => read("csv", { name: "a.csv", text: longCell(), titles: ["id", "time"] })],
  ];
  // What takes too long is given up earlier here than by a desk.
  beforeAll(() => prepareIntake({ time: 2_000, isReady: true }));
  afterAll(() => prepareIntake({ time: 10_000 }));

  it.each(readings)("is read or refused in a sentence, and takes 300 MB at most: %s", async (_, reading) => {
    const { ended, most } = await outcomeOf(reading());
    expect(ended).toMatch(/^(?:read$|UsageError: )/);
    expect(most).toBeLessThan(300 * megabyte);
  });
});

const honest = () =>
  read("document", { name: "a.docx", bytes: word("<w:p><w:r><w:t>50,000 EUR</w:t></w:r></w:p>") });

it("reads the next one as if nothing had been, after any that was given up", async () => {
  const [, bomb = () => Buffer.alloc(0)] = hostileDocuments[0] ?? [];
  const readings = [read("document", { name: "a.pdf", bytes: bomb() }), honest(), honest()];
  const [first, ...others] = await Promise.allSettled(readings);
  expect(first).toMatchObject({ status: "rejected", reason: expect.any(UsageError) });
  for (const other of others) expect(other).toMatchObject({ value: "50,000 EUR" });
});

it("refuses at once where too many wait already, and takes more when they have been read", async () => {
  const settled = await Promise.allSettled(Array.from({ length: 20 }, honest));
  expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(16);
  const [refused] = settled.filter((one) => one.status === "rejected");
  expect(refused?.reason).toMatchObject({ message: /^too much is being read at this moment/ });
  expect(await honest()).toBe("50,000 EUR");
});

it("reads or refuses in a sentence whatever is left of a file that was cut off, changed or blown up", async () => {
  for (let seed = 0; seed < times(240, 2_000); seed += 1) {
    const ended = await read("document", brokenDocument(seed)).catch((cause: unknown) => cause);
    if (ended instanceof UsageError) expect(ended.message, `seed ${seed}`).toMatch(/^brief\.\w+: /);
    else expect(ended, `seed ${seed}`).toBeTypeOf("string");
  }
});

it("begins anew where a process that waits for work is ended by others", async () => {
  await honest();
  for (const pid of readersOf(process.pid)) process.kill(Number(pid), "SIGKILL");
  const ended = await Promise.allSettled([honest(), honest()]);
  expect(ended.at(-1)).toMatchObject({ value: "50,000 EUR" });
});

it("gives the process that reads none of the desk's secrets", async () => {
  await honest();
  const environments = readersOf(process.pid).map((pid) => readFileSync(`/proc/${pid}/environ`, "utf8"));
  expect(environments.length).toBeGreaterThan(0);
  for (const environment of environments) expect(environment).not.toMatch(/FLIGHTDESK|TOKEN/);
});
