import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type App, type AppOptions, createApp } from "../app.ts";
import { readPolicyFile } from "../campaign/govern/files/policy-file.ts";
import type { Policy } from "../campaign/model/policy/policy.ts";
import type { Ports } from "../campaign/model/state/ports.ts";
import type { CampaignState } from "../campaign/model/state/state.ts";
import type { Settings } from "../config.ts";
import type { Alike } from "../ledger/postgres-workers.ts";
import { type Clock, systemClock } from "../lib/clock.ts";
import { dayOf } from "../lib/days.ts";
import { digest } from "../lib/digest.ts";
import type { MeteredModel } from "../llm/create-model.ts";
import { atSandbox, type SandboxAddresses, sandboxExchange } from "./at-sandbox.ts";
import type { Desk } from "./desk.ts";
import { areGone } from "./drive.ts";
import { loadApprovers } from "./files/approvers.ts";
import { loadCredentials } from "./files/credentials.ts";
import { loadExchange } from "./files/exchange.ts";
import { policiesIn } from "./files/policies.ts";
import { readText } from "./files/read-text.ts";
import { prepareIntake } from "./intake/intake.ts";
import { openModel } from "./open-model.ts";
import { UsageError } from "./usage-error.ts";

export interface DeskOptions extends Pick<Desk, "settings" | "secrets" | "observe" | "simulation" | "pages"> {
  readonly note?: Desk["note"];
  /** What is being done, a line at a time. */
  readonly progress?: Ports["progress"];
  /** Without policies, exchange table and approvers: for what must work although they are broken, and needs none of them. */
  readonly bare?: boolean;
  /** Addresses of agents that were named by hand. */
  readonly agents?: readonly string[];
  /** The calendar of campaigns, where it is not the machine's. */
  readonly clock?: Clock;
  /** A sandbox of this process to work at, whatever agents the settings name; its calendar is that of campaigns. */
  readonly sandbox?: SandboxAddresses;
  /** Gets calls, entries and costs as they come, for counters. */
  readonly watch?: AppOptions["watch"] & { readonly paidModel?: (microUsd: number) => void };
  /** What is closed after the desk. */
  readonly close?: () => Promise<void>;
}

export interface OpenDesk extends Desk, AsyncDisposable {
  /**
   * Whether one of the files that its app rests on says something else by now: policies, exchange table, credentials,
   * approvers. Throws a UsageError where one cannot be read.
   */
  readonly isOutdated: () => boolean;
  /** Whether a campaign's sellers ended with a sandbox of before; absent at real ones. */
  readonly areAgentsGone?: (state: CampaignState) => boolean;
  /** What workers on one ledger must have alike, by the name that people know it by. Throws as `isOutdated` does. */
  readonly alike: () => Alike;
}

/**
 * Opens the desk that the settings describe. The files that they name are read, and the ledger is opened, when an
 * operation first needs them; a UsageError says what is wrong with one.
 */
export function openDesk(options: DeskOptions): OpenDesk {
  const { sandbox, simulation, observe, bare = false } = options;
  const { settings, secrets } = sandbox === undefined ? options : atSandbox(options, sandbox);
  const clock = options.clock ?? sandbox?.clock;
  const { now } = clock ?? systemClock;
  prepareIntake({ time: settings.reading_time });
  const { note = () => undefined, progress = () => undefined } = options;
  const world = simulation ? (simulation.world ?? newWorld()) : sandboxOf(settings);
  const readFiles = () => ({
    policies: bare ? [] : loadPolicies(settings.policies),
    exchange: bare ? undefined : loadExchange(settings.exchange, sandbox && sandboxExchange),
    approvers: bare ? undefined : loadApprovers(settings.approvers),
    // A sandbox is known by its own token alone: no seller's secret is for it.
    credentials: sandbox === undefined ? loadCredentials(settings) : undefined,
  });
  let read: string | undefined;
  const app = (ephemeral: boolean): App => {
    const files = readFiles();
    if (!ephemeral) read = digestOf(files);
    return createApp({
      settings,
      secrets,
      ...files,
      clock,
      world,
      agents: options.agents,
      ephemeral,
      watch: options.watch,
      progress,
    });
  };
  const areAgentsGone = simulation && ((state: CampaignState) => areGone(state, { simulation, settings }));
  let binding: App | undefined;
  let dry: App | undefined;
  let model: MeteredModel | undefined;
  return {
    get app() {
      binding ??= app(false);
      return binding;
    },
    get dry() {
      dry ??= app(true);
      return dry;
    },
    settings,
    secrets,
    model: () => {
      model ??= openModel(settings, secrets, options.watch?.paidModel);
      return model;
    },
    home: settings.home ?? ".flightdesk",
    pages: options.pages ?? (settings.console?.url && `${settings.console.url}/console`),
    get today() {
      return dayOf(now());
    },
    now,
    observe,
    progress,
    note,
    simulation,
    ...(areAgentsGone && { areAgentsGone }),
    alike: () => ({
      ...alikeIn(readFiles()),
      ...keysAt(settings),
      FLIGHTDESK_TOKEN: secrets.token?.reveal() ?? "",
    }),
    isOutdated: () => read !== undefined && read !== digestOf(readFiles()),
    [Symbol.asyncDispose]: async () => {
      await binding?.[Symbol.asyncDispose]();
      await dry?.[Symbol.asyncDispose]();
      await options.close?.();
    },
  };
}

export function newWorld(): string {
  return randomUUID().slice(0, 8);
}

/** The origin of a sandbox that keeps running: only the settings that one prints say where publishers' files are. */
function sandboxOf({ well_known_url: template }: Settings): string | undefined {
  return template === undefined ? undefined : new URL(template).origin;
}

type DeskFiles = Pick<AppOptions, "policies" | "exchange" | "approvers" | "credentials">;

/** What files say, and the secrets that credentials name by their place. */
function alikeIn(files: DeskFiles): Alike {
  const entries = JSON.stringify(files.credentials?.entries ?? {});
  const places = (entries.match(/env:\w+/g) ?? []).map((place) => process.env[place.slice("env:".length)]);
  return {
    policies: digest(files.policies),
    "the exchange table": digest(files.exchange ?? {}),
    approvers: digest(files.approvers ?? {}),
    credentials: JSON.stringify([entries, places]),
  };
}

/** The keys that approvals and requests are signed with. */
function keysAt({ home = ".flightdesk", signing_keys: ring }: Settings): Alike {
  const folder = ring ?? join(home, "signing-keys");
  const names = existsSync(folder) ? readdirSync(folder).toSorted() : [];
  const texts = names.map((name) => [name, readFileSync(join(folder, name), "utf8")]);
  const own = join(home, "approver.key");
  return {
    "approver.key": existsSync(own) ? readFileSync(own, "utf8") : "",
    "signing-keys": JSON.stringify(texts),
  };
}

/** Of what files say: secrets that they name by their place stay where they are. */
function digestOf({ credentials, ...files }: DeskFiles): string {
  return digest({ ...files, credentials: credentials?.entries });
}

function loadPolicies(folder: string | undefined): Policy[] {
  const readings = policiesIn(folder).map(({ policy }) => readPolicyFile(readText(policy), basename(policy)));
  const problems = readings.flatMap((reading) => (reading.type === "invalid" ? reading.problems : []));
  // An unreadable rule could have been the one that forbids: nothing runs without it.
  if (problems.length > 0) throw new UsageError(problems.join("\n"));
  return readings.flatMap((reading) => (reading.type === "policy" ? [reading.policy] : []));
}
