import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { offsetClock } from "../../../src/lib/clock.ts";
import { startSandbox } from "../../../src/sandbox/sandbox.ts";
import type { Bundle } from "./bundles.ts";

export const cli = fileURLToPath(import.meta.resolve("@adcp/sdk/package.json")).replace(
  /package\.json$/,
  "bin/adcp.js",
);

/** The suites' orders are for the spring and summer of 2026. Once those are over, the runner makes dates up, anew for each call. */
const calendar = Date.parse("2026-03-02T09:00:00Z");

/** What a run left behind: counts from its summary, and why steps were skipped. */
export interface BundleRun {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly string[];
  readonly skips: readonly string[];
}

/** Runs one bundle with the SDK's own runner, a process of its own, at a public sandbox that nobody has used. */
export async function runBundle({ id, path }: Bundle): Promise<BundleRun> {
  const folder = await mkdtemp(join(tmpdir(), "storyboard-"));
  const sandbox = await startSandbox({ clock: offsetClock(calendar), protocol: "adcp", release: "3.0" });
  const reporting = setInterval(() => void sandbox.report(), 500);
  try {
    const summary = join(folder, "summary.json");
    const told = await run(folder, [
      "storyboard",
      "run",
      new URL(path, sandbox.url).href,
      id,
      "--protocol",
      "mcp",
      "--allow-http",
      "--auth",
      sandbox.token,
      "--webhook-receiver",
      "--summary-output",
      summary,
      "--json",
    ]);
    const { passed, failed, skipped, failures } = summarySchema.parse(
      JSON.parse(await readFile(summary, "utf8")),
    );
    return {
      passed,
      failed,
      skipped,
      failures: failures.map(
        ({ storyboard_id, step_id, reason }) => `${storyboard_id}/${step_id}: ${reason}`,
      ),
      skips: skipsIn(told),
    };
  } finally {
    clearInterval(reporting);
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const summarySchema = z.looseObject({
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  failures: z.array(
    z.looseObject({ storyboard_id: z.string(), step_id: z.string(), reason: z.string().optional() }),
  ),
});

const resultSchema = z.looseObject({
  tracks: z.array(
    z.looseObject({
      scenarios: z.array(
        z.looseObject({
          scenario: z.string(),
          steps: z.array(
            z.looseObject({
              task: z.string(),
              skipped: z.boolean().optional(),
              skip_reason: z.string().optional(),
            }),
          ),
        }),
      ),
    }),
  ),
});

function skipsIn(told: string): string[] {
  const { tracks } = resultSchema.parse(JSON.parse(told));
  return tracks
    .flatMap(({ scenarios }) => scenarios)
    .flatMap(({ scenario, steps }) =>
      steps
        .filter(({ skipped }) => skipped)
        .map(({ task, skip_reason = "" }) => `${scenario}, ${task}: ${skip_reason.replaceAll("_", " ")}`),
    );
}

/** The runner in an empty folder that is its home too: what it writes is gone with it. Resolves with what it prints. */
function run(folder: string, given: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, ["--import", onCalendar(calendar), cli, ...given], {
    cwd: folder,
    env: { PATH: process.env["PATH"], HOME: folder, STORYBOARD_TASK_POLL_INTERVAL_MS: "500" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let complaints = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaints += text;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", () => {
      if (out.startsWith("{")) resolve(out);
      else reject(new Error(`the runner printed no result: ${out}${complaints}`));
    });
  });
}

/** A module that has a process read `start` off its clock when it begins. */
function onCalendar(start: number): string {
  const source = `
    const Real = Date;
    const offset = ${start} - Real.now();
    const now = () => Real.now() + offset;
    globalThis.Date = new Proxy(Real, {
      construct: (target, given, self) => Reflect.construct(target, given.length === 0 ? [now()] : given, self),
      get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
    });`;
  return `data:text/javascript,${encodeURIComponent(source)}`;
}
