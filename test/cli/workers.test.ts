import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { atLength } from "../depth.ts";
import { type PostgresServer, startPostgres } from "../ledger/postgres-server.ts";
import { temporaryFolder } from "./flightdesk.ts";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server[Symbol.asyncDispose]());

interface Worker {
  readonly child: ChildProcess;
  readonly url: string;
  readonly said: () => string;
}

async function hire(home: string, url: string, token: string): Promise<Worker> {
  const child = spawn(
    process.execPath,
    ["dist/cli/main.js", "serve", "--workers", "--metrics", "--port", "0"],
    {
      env: { ...process.env, FLIGHTDESK_HOME: home, FLIGHTDESK_LEDGER_URL: url, FLIGHTDESK_TOKEN: token },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      said += String(chunk);
    });
  const address = () => /http:\S+/.exec(said)?.[0];
  while (address() === undefined && child.exitCode === null) await sleep(20);
  return { child, url: address() ?? said, said: () => said };
}

const isReady = async ({ url }: Worker) => (await fetch(`${url}/ready`)).ok;

async function dismiss({ child }: Worker): Promise<void> {
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await exit;
}

it.runIf(atLength)(
  "takes no turn where another token is set than on the worker that has been there longest, until that one has ended",
  async () => {
    using one = temporaryFolder();
    using other = temporaryFolder();
    const url = await server.database();
    const first = await hire(one.path, url, "token-of-the-desk");
    while (!(await isReady(first)) || !first.said().includes("get a pass")) await sleep(50);
    mkdirSync(other.path, { recursive: true });
    cpSync(join(one.path, "ledger.db.key"), join(other.path, "ledger.db.key"));
    const second = await hire(other.path, url, "token-of-somebody");
    while (!second.said().includes("no turn is taken here before")) await sleep(50);
    expect(second.said()).toContain(
      "FLIGHTDESK_TOKEN here is not as on the worker that has been at work longest",
    );
    expect(second.said() + first.said()).not.toContain("token-of");
    expect(second.said()).not.toContain("get a pass");
    // A roll-out goes on: this one answers requests, and takes turns when the last one of before has ended.
    expect([await isReady(first), await isReady(second)]).toEqual([true, true]);
    expect(await (await fetch(`${second.url}/metrics`)).text()).toMatch(/^flightdesk_turns_untaken 0$/m);
    await dismiss(first);
    // The first one may have taken the look that the second one asked for when it came: a third one asks for another.
    const third = await hire(other.path, url, "token-of-somebody");
    while (![second, third].some((worker) => worker.said().includes("get a pass"))) await sleep(100);
    for (const worker of [second, third]) {
      await dismiss(worker);
      expect(worker.child.exitCode).toBe(0);
    }
  },
);
