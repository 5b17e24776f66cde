import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { createApp } from "../src/app.ts";
import type { Brief } from "../src/brief/brief.ts";
import { perform } from "../src/campaign/execute/perform.ts";
import { readPolicyFile } from "../src/campaign/govern/files/policy-file.ts";
import { isOpen } from "../src/campaign/model/step/step-status.ts";
import { advance } from "../src/campaign/run/advance.ts";
import { nextSteps } from "../src/campaign/steps/steps.ts";
import { simulatedClock } from "../src/lib/clock.ts";
import { money } from "../src/lib/money.ts";
import { type Sandbox, sandboxExchange, startSandbox } from "../src/sandbox/sandbox.ts";

/**
 * How many files of ours does one happy buy execute? A campaign is planned at the sandbox, which is another process so that its files
 * do not count. Then one `create_media_buy` goes through `perform`, and V8's coverage names the files of which a function ran. Prints
 * them by folder with their lines, with `--files` their names as well. Exits 1 beyond the limit, which may only fall.
 */
const limit = 122;

type Address = Pick<Sandbox, "url" | "token" | "governanceUrl" | "wellKnownUrl">;

const start = "2027-01-04T08:00:00Z";
const brief: Brief = {
  name: "One buy",
  brand: { domain: "acme.example", name: "Acme" },
  objective: "awareness",
  budget: money(5_000_000, "EUR"),
  flight: { start: "2027-01-18", end: "2027-02-28" },
  countries: ["DE"],
  channels: ["ctv", "olv"],
  limits: { excludedSellers: [] },
  creatives: [],
  message: "A runner at dawn. Out early.",
  questions: [],
};

if (process.send === undefined) await measure();
else await playSellers();

async function playSellers(): Promise<void> {
  const { url, token, governanceUrl, wellKnownUrl } = await startSandbox({
    clock: simulatedClock(start),
    slowSellerMs: 1,
  });
  process.send?.({ url, token, governanceUrl, wellKnownUrl } satisfies Address);
}

async function measure(): Promise<void> {
  const sellers = fork(fileURLToPath(import.meta.url));
  const [{ url, token, governanceUrl, wellKnownUrl }] = (await once(sellers, "message")) as [Address];
  const home = mkdtempSync(join(tmpdir(), "flightdesk-buy-path-"));
  const policyFile = "house-rules.yaml";
  const reading = readPolicyFile(readFileSync(join("policies", policyFile), "utf8"), policyFile);
  await using app = createApp({
    settings: {
      registry_url: url,
      separate_sellers: [url],
      governance_url: governanceUrl,
      well_known_url: wellKnownUrl,
      home,
      operator: "agency.example",
    },
    secrets: { token },
    policies: reading.type === "policy" ? [reading.policy] : [],
    exchange: sandboxExchange,
    clock: simulatedClock(start),
    progress: () => undefined,
  });
  const ports = await app.ports(await app.begin(brief));
  await advance(ports, "plan");
  const { journal, settings, governance, clock } = ports;
  const order = async (): Promise<string> => {
    const context = { settings, governanceUrl: governance?.agentUrl, now: clock.now() };
    for (const step of nextSteps(journal.state(), context))
      await journal.record({ type: "step-proposed", step }, `step/${step.id}`);
    const open = journal.state().steps.filter(isOpen);
    const [first] = open;
    if (first === undefined) throw new Error("no order was proposed");
    if (open.every(({ step }) => step.task === "create_media_buy")) return first.step.id;
    for (const { step } of open) if (step.task !== "create_media_buy") await perform(step.id, ports);
    return order();
  };
  const stepId = await order();
  const files = await filesExecuted(() => perform(stepId, ports));
  const { status } = journal.state().steps.find(({ step }) => step.id === stepId) ?? {};
  sellers.kill();
  rmSync(home, { recursive: true });
  if (status !== "done" && status !== "pending") throw new Error(`the order is ${status ?? "gone"}`);
  report(files);
}

/** Files of `src` of which a function other than the module's body ran during `work`. */
async function filesExecuted(work: () => Promise<void>): Promise<string[]> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  // Counters start again with each look at them.
  await session.post("Profiler.takePreciseCoverage");
  await work();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  session.disconnect();
  const root = `${dirname(fileURLToPath(new URL("../src/app.ts", import.meta.url)))}/`;
  return result
    .filter(({ url }) => url.startsWith("file:") && fileURLToPath(url).startsWith(root))
    .filter(({ functions }) =>
      functions.some(({ functionName, ranges }) =>
        ranges.some(({ startOffset, count }) => count > 0 && (functionName !== "" || startOffset > 0)),
      ),
    )
    .map(({ url }) => relative(root, fileURLToPath(url)))
    .toSorted();
}

function report(files: readonly string[]): void {
  const lines = (file: string) => readFileSync(join("src", file), "utf8").split("\n").length - 1;
  const room = (file: string) => {
    const [top = "", second = ""] = file.split("/");
    return top === "campaign" ? `campaign/${second}` : top;
  };
  for (const name of new Set(files.map(room))) {
    const own = files.filter((file) => room(file) === name);
    const sum = own.reduce((total, file) => total + lines(file), 0);
    console.log(
      `${name.padEnd(22)} ${String(own.length).padStart(4)} files ${String(sum).padStart(6)} lines`,
    );
    if (process.argv.includes("--files")) for (const file of own) console.log(`  ${file}`);
  }
  console.log(`buy-path: files that one buy executes ${files.length} (limit ${limit})`);
  if (files.length > limit) process.exitCode = 1;
}
