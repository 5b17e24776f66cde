import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { ended, type ProcessTable, processesIn, startIn, systemProcesses } from "../../src/lib/processes.ts";

const table: ProcessTable = {
  host: "one",
  space: "pid:[1]",
  pid: 7,
  exists: (pid) => pid !== 404,
  startOf: (pid) => (pid === 9 ? ended : `boot/${pid}00`),
};
const other = { host: "one", space: "pid:[1]", pid: 8, started: "boot/800" };

it("takes a process for dead whose number is gone, was given anew, or only waits to be taken off the table", () => {
  const { isDead } = processesIn(table);
  expect(isDead(other)).toBe(false);
  expect(isDead({ ...other, pid: 404 })).toBe(true);
  expect(isDead({ ...other, started: "boot/1" })).toBe(true);
  expect(isDead({ ...other, started: "an earlier boot/800" })).toBe(true);
  expect(isDead({ ...other, pid: 9 })).toBe(true);
});

it("knows nothing of another host's processes, nor of those of a container beside it", () => {
  const { isDead } = processesIn(table);
  expect(isDead({ ...other, host: "two", pid: 404 })).toBe(false);
  expect(isDead({ ...other, space: "pid:[2]", pid: 404 })).toBe(false);
});

it("knows of a number alone, where the system tells no start, that nobody has it", () => {
  const { self, isDead } = processesIn({ ...table, space: undefined, startOf: () => undefined });
  expect(self).toEqual({ host: "one", pid: 7 });
  expect(isDead({ host: "one", pid: 8 })).toBe(false);
  expect(isDead({ host: "one", pid: 8, started: "boot/1" })).toBe(false);
  expect(isDead({ host: "one", pid: 404 })).toBe(true);
});

it("reads the start behind a program's name that holds parentheses and spaces", () => {
  const numbers = Array.from({ length: 49 }, (_, i) => i + 4).join(" ");
  expect(startIn(`77 (a) b (c)) S ${numbers}`, "boot")).toBe("boot/22");
  expect(startIn(`77 (node) Z ${numbers}`, "boot")).toBe(ended);
});

it("knows itself and a living child alive, and a killed child dead", async () => {
  const { self, isDead } = systemProcesses();
  expect(isDead(self)).toBe(false);
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  await once(child, "spawn");
  const { started: _, ...named } = self;
  const identity = { ...named, pid: child.pid ?? 0 };
  expect(isDead(identity)).toBe(false);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(isDead(identity)).toBe(true);
});
