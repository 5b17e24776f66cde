import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { simulatedClock } from "../../src/lib/clock.ts";
import { startSandbox } from "../../src/sandbox/sandbox.ts";
import { flightdesk, startFlightdesk, temporaryFolder } from "./flightdesk.ts";

const main = "dist/cli/main.js";
const brief = "examples/brief-to-campaign/brief.yaml";

describe("a reader that leaves", () => {
  it("does not cut a run: it goes to its end with its own exit code, and writes its report", async () => {
    using home = temporaryFolder();
    const words = ["run", brief, "--sandbox", "--home", home.path];
    const { child, ended } = startFlightdesk(words);
    child.stdin.end();
    await once(child.stdout, "data");
    child.stdout.destroy();
    child.stderr.destroy();
    await ended;
    expect(child.exitCode).toBe(0);
    expect(readdirSync(join(home.path, "sandbox/reports"))).toHaveLength(1);
    expect(readdirSync(join(home.path, "sandbox/comparisons"))).toHaveLength(1);
  });

  it("does not cut a server", async () => {
    using home = temporaryFolder();
    const { child, ended, said } = startFlightdesk([
      "serve",
      "--port",
      "0",
      "--home",
      home.path,
      "--operator",
      "desk.example",
    ]);
    child.stdin.end();
    while (!said().stdout.includes("http")) await once(child.stdout, "data");
    const [url = ""] = /http:\S+/.exec(said().stdout) ?? [];
    child.stdout.destroy();
    child.stderr.destroy();
    expect((await fetch(new URL("/health", url))).status).toBe(200);
    child.kill("SIGTERM");
    await ended;
    expect(child.exitCode).toBe(0);
  });

  it("of the help sees no stack", async () => {
    const child = spawn(process.execPath, [main, "--help"], { stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.destroy();
    let stderr = "";
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    await once(child, "close");
    expect({ code: child.exitCode, stderr }).toEqual({ code: 0, stderr: "" });
  });
});

it("tells whoever presses Ctrl-C while it buys that nothing is lost, and how to go on", async () => {
  using home = temporaryFolder();
  await using sandbox = await startSandbox({ clock: simulatedClock("2027-01-04T08:00:00Z") });
  const { child, ended, said } = startFlightdesk(["run", brief, "--execute"], {
    FLIGHTDESK_HOME: home.path,
    FLIGHTDESK_TOKEN: sandbox.token,
    FLIGHTDESK_REGISTRY_URL: sandbox.registryUrl,
    FLIGHTDESK_GOVERNANCE_URL: sandbox.governanceUrl,
  });
  child.stdin.end();
  while (!said().stderr.includes("asking")) await once(child.stderr, "data");
  child.kill("SIGINT");
  expect((await ended).stderr).toContain("nothing is bought twice. Go on with `flightdesk resume`\n");
  expect(child.signalCode).toBe("SIGINT");
});

describe.skipIf(!existsSync("/dev/full"))("a full disk", () => {
  it("under standard output fails the command in words", async () => {
    const full = openSync("/dev/full", "w");
    const child = spawn(process.execPath, [main, "--help"], { stdio: ["ignore", full, "pipe"] });
    let stderr = "";
    child.stderr?.on("data", (chunk) => {
      stderr += chunk;
    });
    await once(child, "close");
    closeSync(full);
    expect(child.exitCode).toBe(1);
    expect(stderr).toBe(
      "error: what goes to standard output cannot be written (ENOSPC: no space left on device, write)\n",
    );
  });

  it("under a file that was asked for is told by name, with exit code 1", async () => {
    using home = temporaryFolder();
    const words = ["brief", "new", "Acme, 20,000 EUR on video in Germany", "--out", "/dev/full", "--force"];
    const { code, stderr } = await flightdesk(words, { FLIGHTDESK_HOME: home.path });
    expect(code).toBe(1);
    expect(stderr).toBe(
      "error: /dev/full cannot be written: its disk is full. Nothing that was recorded is lost; free some space and give the command again\n",
    );
  });
});
