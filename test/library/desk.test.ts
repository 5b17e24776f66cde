import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inspect, promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { methodsPage } from "../../scripts/write-methods.ts";
import { operationNames } from "../../src/desk/operations.ts";
import { describeOperation, openDesk, type Recorded, UsageError } from "../../src/index.ts";
import { insideOf } from "../../src/library/desk.ts";
import { temporaryFolder } from "../cli/flightdesk.ts";
import { isDeep } from "../depth.ts";

const token = "a-token-that-nobody-may-see";

function opened(home: string) {
  return openDesk({ settings: { home }, secrets: { token }, caller: { name: "a program", person: "kim" } });
}

describe("a desk of the library", () => {
  it("has a method for every operation, in camel case, and shows nothing else", async () => {
    using home = temporaryFolder();
    await using desk = await opened(home.path);
    const spelled = operationNames.map((name) =>
      name.replaceAll(/-./g, ([, letter = ""]) => letter.toUpperCase()),
    );
    expect(Object.keys(desk).toSorted()).toEqual([...spelled, "as", "subscribe"].toSorted());
    expect(inspect(desk, { depth: 9, showHidden: true })).not.toContain(token);
    expect((await desk.status()).campaigns).toEqual([]);
    expect((await desk.inbox({})).waiting).toEqual([]);
  });

  it("has each method in the reference, as the code is now", async () => {
    expect(readFileSync("docs/api/methods.md", "utf8")).toBe(await methodsPage());
  });

  it.runIf(isDeep)("has each export in the reference, and every type that one of them names", async () => {
    using written = temporaryFolder();
    const typedoc = ["node_modules/typedoc/bin/typedoc", "--out", written.path];
    await promisify(execFile)(process.execPath, typedoc, { maxBuffer: 2 ** 24 });
    for (const file of readdirSync(written.path))
      expect(readFileSync(`docs/api/${file}`, "utf8")).toBe(readFileSync(join(written.path, file), "utf8"));
  });

  it("names every setting that is not what it should be, before anything is opened", async () => {
    const wrong = { registry_url: "example", seller_deadline: "soon" };
    await expect(openDesk({ settings: wrong, caller: { name: "a program" } })).rejects.toThrow(UsageError);
    await expect(openDesk({ settings: wrong, caller: { name: "a program" } })).rejects.toThrow(
      /settings registry_url: .*\nsettings seller_deadline: "soon" is not a time/,
    );
  });

  it("is asked by the caller that it was opened for, or by another one", async () => {
    using home = temporaryFolder();
    await using desk = await opened(home.path);
    const order = { scope: { type: "all" as const }, reason: "a test" };
    expect((await desk.stop(order)).order.by).toBe("kim");
    expect((await desk.as({ name: "lee" }).stop(order)).order.by).toBe("lee");
    const model = desk.as({ kind: "mcp", name: "a client" });
    await expect(model.release({ scope: { type: "all" } })).rejects.toThrow("release is for a person");
    expect(insideOf(model)).toBe(insideOf(desk));
    expect(() => insideOf({ ...desk })).toThrow(TypeError);
  });

  it("says what an operation does and takes", async () => {
    const { effect, input } = await describeOperation("stop");
    expect(effect).toBe("stops");
    expect(input.safeParse({ scope: { type: "all" } }).success).toBe(false);
  });
});

describe("subscribe", () => {
  /** Collects what it yields until nothing is new. */
  async function drained(events: (stop: AbortController) => AsyncIterable<Recorded>): Promise<Recorded[]> {
    const stop = new AbortController();
    const found: Recorded[] = [];
    for await (const one of events(stop)) found.push(one);
    return found;
  }
  const ending = (stop: AbortController) => ({
    signal: stop.signal,
    wait: () => {
      stop.abort();
      return Promise.reject(stop.signal.reason);
    },
  });
  const order = (reason: string) => ({ scope: { type: "all" as const }, reason });

  it("yields everything after a position in order, and ends with its signal", async () => {
    using home = temporaryFolder();
    await using desk = await opened(home.path);
    for (const reason of ["one", "two", "three"]) await desk.stop(order(reason));
    const all = await drained((stop) => desk.subscribe({ since: 0, ...ending(stop) }));
    expect(all.map(({ campaign, sequence, event }) => [campaign, sequence, event["reason"]])).toEqual([
      ["desk", 1, "one"],
      ["desk", 2, "two"],
      ["desk", 3, "three"],
    ]);
    const [first] = all;
    const rest = await drained((stop) => desk.subscribe({ since: first?.position, ...ending(stop) }));
    expect(rest).toEqual(all.slice(1));
    const other = await drained((stop) => desk.subscribe({ since: 0, campaign: "spring", ...ending(stop) }));
    expect(other).toEqual([]);
  });

  it("begins with what comes where no position is given, and looks again after each wait", async () => {
    using home = temporaryFolder();
    await using desk = await opened(home.path);
    await desk.stop(order("before"));
    const waits: string[] = [];
    const wait = async () => {
      waits.push("wait");
      // Another process writes meanwhile.
      await using elsewhere = await opened(home.path);
      await elsewhere.stop(order(`after ${waits.length}`));
    };
    const found: unknown[] = [];
    for await (const { event } of desk.subscribe({ wait })) {
      found.push(event["reason"]);
      if (found.length === 2) break;
    }
    expect(found).toEqual(["after 1", "after 2"]);
    expect(waits).toHaveLength(2);
  });

  it("throws what a wait throws for another reason", async () => {
    using home = temporaryFolder();
    await using desk = await opened(home.path);
    const broken = () => Promise.reject(new Error("the line is cut"));
    const events = desk.subscribe({ wait: broken })[Symbol.asyncIterator]();
    await expect(events.next()).rejects.toThrow("the line is cut");
  });
});
