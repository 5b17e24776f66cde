import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { type App, createApp } from "../app.ts";
import type { Policy } from "../campaign/govern/policies/policy.ts";
import { readPolicyFile } from "../campaign/govern/policy-file.ts";
import type { Secrets, Settings } from "../config.ts";
import { cleanText } from "../lib/clean-text.ts";
import { simulatedClock } from "../lib/clock.ts";
import { Secret } from "../lib/secret.ts";
import type { MeteredModel } from "../llm/create-model.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { loadApprovers } from "./load-approvers.ts";
import { loadCredentials } from "./load-credentials.ts";
import { loadExchange } from "./load-exchange.ts";
import { loadSettings } from "./load-settings.ts";
import { openModel } from "./open-model.ts";
import { policiesIn } from "./policy-files.ts";
import { UsageError } from "./usage-error.ts";

/** The day on which the embedded sandbox's calendar begins, so that every run of an example is the same run. */
const sandboxStart = "2027-01-04T08:00:00Z";
/** Longest wait for one of the embedded sandbox's sellers, unless said otherwise. */
const sandboxSellerDeadlineMs = 3_000;
const longestLine = 2_000;

/** What a command works with: the settings in force, the app, and the embedded sandbox where one was asked for. */
export interface Session {
  readonly app: App;
  readonly settings: Settings;
  readonly secrets: Secrets;
  /** One for the whole run, under one budget. Throws a UsageError where the settings name a model and leave it incomplete. */
  readonly model: () => MeteredModel;
  readonly home: string;
  readonly sandbox?: Sandbox;
  readonly today: string;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

export async function openSession(
  flags: Readonly<Record<string, unknown>>,
  {
    ephemeral = false,
    bare = false,
    agents,
  }: {
    readonly ephemeral?: boolean;
    /** Without policies and exchange table: for what must work although they are broken, and needs neither. */
    readonly bare?: boolean;
    /** Addresses of agents that were named by hand. */
    readonly agents?: readonly string[];
  } = {},
): Promise<Session> {
  const given = loadSettings(flags);
  const policies = bare ? [] : loadPolicies(given.settings.policies);
  const sandbox = flags["sandbox"] === true ? await startEmbedded() : undefined;
  const { settings, secrets } = sandbox === undefined ? given : insideSandbox(given, sandbox);
  const exchange = bare
    ? undefined
    : loadExchange(settings.exchange, sandbox === undefined ? undefined : packaged("examples/exchange.yaml"));
  const app = createApp({
    settings,
    secrets,
    policies,
    exchange,
    approvers: loadApprovers(settings.approvers),
    // An embedded sandbox is known by its own token alone: no seller's secret is for it.
    credentials: sandbox === undefined ? loadCredentials(settings) : undefined,
    clock: sandbox?.clock,
    agents,
    // A sandbox forgets its buys when it stops: its campaigns are kept apart from real ones.
    ephemeral,
    progress: (line) => process.stderr.write(`  · ${cleanText(line, longestLine)}\n`),
  });
  let model: MeteredModel | undefined;
  return {
    app,
    settings,
    secrets,
    model: () => {
      model ??= openModel(settings, secrets);
      return model;
    },
    home: settings.home ?? ".flightdesk",
    ...(sandbox === undefined ? {} : { sandbox }),
    today: new Date(sandbox?.clock.now() ?? Date.now()).toISOString().slice(0, 10),
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]();
      await sandbox?.close();
    },
  };
}

async function startEmbedded(): Promise<Sandbox> {
  const { startSandbox } = await import("../sandbox/sandbox.ts");
  return startSandbox({ clock: simulatedClock(sandboxStart) });
}

function insideSandbox(given: { settings: Settings; secrets: Secrets }, sandbox: Sandbox) {
  return {
    settings: {
      seller_deadline: sandboxSellerDeadlineMs,
      ...given.settings,
      registry_url: sandbox.registryUrl,
      governance_url: sandbox.governanceUrl,
      well_known_url: sandbox.wellKnownUrl,
    },
    secrets: { ...given.secrets, token: new Secret(sandbox.token) },
  };
}

function loadPolicies(folder: string | undefined): Policy[] {
  const readings = policiesIn(folder).map(({ policy }) =>
    readPolicyFile(readFileSync(policy, "utf8"), basename(policy)),
  );
  const problems = readings.flatMap((reading) => (reading.type === "invalid" ? reading.problems : []));
  // An unreadable rule could have been the one that forbids: nothing runs without it.
  if (problems.length > 0) throw new UsageError(problems.join("\n"));
  return readings.flatMap((reading) => (reading.type === "policy" ? [reading.policy] : []));
}

function packaged(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}
