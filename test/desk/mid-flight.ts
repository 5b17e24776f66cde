import { readFileSync } from "node:fs";
import type { Caller } from "../../src/desk/caller.ts";
import type { OpenDesk } from "../../src/desk/open-desk.ts";
import { openDesk } from "../../src/desk/open-desk.ts";
import { callOperation } from "../../src/desk/operations.ts";
import { type SimulatedClock, simulatedClock } from "../../src/lib/clock.ts";
import { Secret } from "../../src/lib/secret.ts";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../src/sandbox/sandbox.ts";
import { temporaryFolder } from "../cli/flightdesk.ts";

export const person: Caller = { kind: "library", name: "kim" };

/** A campaign of the sandbox that has run for some days, bought by a person. */
export interface MidFlight extends AsyncDisposable {
  readonly desk: OpenDesk;
  readonly sandbox: Sandbox;
  readonly clock: SimulatedClock;
  readonly campaign: string;
  /** Lets days pass, with a turn on each. */
  readonly pass: (days: number) => Promise<void>;
}

export async function openMidFlight(
  options: Partial<SandboxOptions> & { readonly brief?: string; readonly days?: number } = {},
): Promise<MidFlight> {
  const {
    brief = readFileSync("examples/brief-to-campaign/brief.yaml", "utf8"),
    days = 30,
    ...others
  } = options;
  const clock = simulatedClock("2027-01-04T08:00:00Z");
  const sandbox = await startSandbox({ clock, slowSellerMs: 0, ...others });
  const folder = temporaryFolder();
  const desk = openDesk({
    settings: {
      home: folder.path,
      registry_url: sandbox.registryUrl,
      governance_url: sandbox.governanceUrl,
      well_known_url: sandbox.wellKnownUrl,
      separate_sellers: [...sandbox.sharedOrigins],
      exchange: "examples/exchange.yaml",
      seller_deadline: 20_000,
      time_zone: "Europe/Berlin",
    },
    secrets: { token: new Secret(sandbox.token) },
    clock,
  });
  const input = { brief: { name: "brief.yaml", text: brief }, execute: true, confirmed: true };
  const { campaign } = await callOperation("run", desk, input, person);
  const turn = async () => {
    const { waiting } = await callOperation("inbox", desk, {}, person);
    for (const { stepId } of waiting) {
      const [one] = (await callOperation("inbox", desk, { step: stepId }, person)).waiting;
      if (one !== undefined) await callOperation("approve", desk, { step: stepId, seen: one.digest }, person);
    }
    await callOperation("resume", desk, { campaign }, person);
  };
  const pass = async (count: number) => {
    for (let day = 0; day < count; day++) {
      sandbox.advance(1);
      await turn();
    }
  };
  await turn();
  await pass(days);
  return {
    desk,
    sandbox,
    clock,
    campaign,
    pass,
    [Symbol.asyncDispose]: async () => {
      await desk[Symbol.asyncDispose]();
      await sandbox.close();
      folder[Symbol.dispose]();
    },
  };
}
