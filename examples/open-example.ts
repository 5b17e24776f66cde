import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import {
  type App,
  advance,
  type CampaignState,
  createApp,
  readBrief,
  readPolicyFile,
  type Sandbox,
  type SandboxOptions,
  simulatedClock,
  startSandbox,
  type Until,
} from "../src/parts.ts";

/** An example's brief, begun on a sandbox of its own whose calendar starts on 4 January 2027. */
export interface Example extends AsyncDisposable {
  readonly sandbox: Sandbox;
  readonly app: App;
  readonly campaignId: string;
  /** Takes the campaign as far as it goes now, and returns its state. */
  readonly run: (until?: Until) => Promise<CampaignState>;
}

export async function openExample(name: string, governance?: SandboxOptions["governance"]): Promise<Example> {
  const file = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), "utf8");
  const clock = simulatedClock("2027-01-04T08:00:00Z");
  const sandbox = await startSandbox({ clock, ...(governance === undefined ? {} : { governance }) });
  const home = mkdtempSync(join(tmpdir(), "flightdesk-example-"));
  const policy = readPolicyFile(file("../policies/house-rules.yaml"), "house-rules.yaml");
  if (policy.type === "invalid") throw new Error(policy.problems.join("\n"));
  const app = createApp({
    settings: {
      registry_url: sandbox.registryUrl,
      separate_sellers: [...sandbox.sharedOrigins],
      governance_url: sandbox.governanceUrl,
      well_known_url: sandbox.wellKnownUrl,
      home,
      seller_deadline: 2000,
    },
    secrets: { token: sandbox.token },
    policies: [policy.policy],
    exchange: parse(file("exchange.yaml")),
    clock,
    progress: () => undefined,
  });
  const reading = await readBrief({
    text: file(`${name}/brief.yaml`),
    fileName: "brief.yaml",
    today: "2027-01-04",
  });
  if (reading.type !== "brief")
    throw new Error(`examples/${name}/brief.yaml cannot be read: ${JSON.stringify(reading)}`);
  const campaignId = await app.begin(reading.brief);
  return {
    sandbox,
    app,
    campaignId,
    run: async (until = "end") => {
      const ports = await app.ports(campaignId);
      await advance(ports, until);
      return ports.journal.state();
    },
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]();
      await sandbox.close();
      rmSync(home, { recursive: true });
    },
  };
}
