import type { z } from "zod";
import {
  readEnvironment,
  type Secrets,
  type Settings,
  settingNames,
  settingsSchema,
  variableNames,
} from "../config.ts";
import { readText } from "../desk/files/read-text.ts";
import { usualFile } from "../desk/files/usual-file.ts";
import { UsageError } from "../desk/usage-error.ts";
import { nearest } from "../lib/nearest.ts";
import { type FieldPath, openYaml } from "../lib/yaml-places.ts";
import { isLoopback } from "../protocol/addresses/address-rule.ts";
import { flagOf } from "./flags.ts";
import { guardHome } from "./guard-home.ts";

const settingsFile = "flightdesk.yaml";

/**
 * Flags first, then the environment, then `flightdesk.yaml`. Throws a UsageError that names the setting and its source. What
 * others can read in the home folder is closed to them before anything in it is used.
 */
export function loadSettings(
  flags: Readonly<Record<string, unknown>>,
  { bare = false }: { readonly bare?: boolean } = {},
): { settings: Settings; secrets: Secrets } {
  const environment = readEnvironment(process.env);
  for (const line of unknownVariables(process.env)) process.stderr.write(`${line}\n`);
  if (process.env["NODE_TLS_REJECT_UNAUTHORIZED"] === "0")
    throw new UsageError("NODE_TLS_REJECT_UNAUTHORIZED=0 lets anybody pose as a seller: unset it");
  const given = typeof flags["config"] === "string" ? flags["config"] : undefined;
  const written = readFile(given ?? usualFile(settingsFile));
  const sources: readonly Source[] = [
    { name: ([setting]) => `--${String(setting).replaceAll("_", "-")}`, values: settingsOf(flags) },
    { name: ([setting]) => `FLIGHTDESK_${String(setting).toUpperCase()}`, values: environment.settings },
    { name: written.place, values: written.values },
  ];
  const merged: Record<string, unknown> = {};
  for (const { name, values } of sources.toReversed()) {
    const parsed = settingsSchema.safeParse(values);
    if (!parsed.success) throw new UsageError(problems(parsed.error.issues, name).join("\n"));
    Object.assign(merged, parsed.data);
  }
  // Each source was parsed by the schema; merging keeps the types.
  const settings = merged as Settings;
  const proxies = proxiesIn(process.env);
  if (proxies.length > 0 && flags["sandbox"] !== true) {
    const words = `${proxies.join(", ")}: no proxy is used, as agents are called directly, each at the address that was checked. Let calls to them out, and say so with NO_PROXY=*`;
    if (!bare && callsOut(settings)) throw new UsageError(words);
    process.stderr.write(`warning: ${words}\n`);
  }
  for (const line of guardHome(settings.home ?? ".flightdesk")) process.stderr.write(`${line}\n`);
  return { settings, secrets: environment.secrets };
}

/** Variables that look like ours and are none, a warning each: a mistyped one would count for nothing in silence. */
function unknownVariables(environment: NodeJS.ProcessEnv): string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith("FLIGHTDESK_") && !variableNames.includes(name) && !forTests.test(name))
    .map((name) => {
      const meant = nearest(name, variableNames);
      return `warning: ${name} is not a setting and counts for nothing${meant === undefined ? "" : `; did you mean ${meant}?`}`;
    });
}

/** A call goes to the very address that was checked: what stands between could send it anywhere. */
function proxiesIn({ NO_PROXY, no_proxy = NO_PROXY, ...environment }: NodeJS.ProcessEnv): string[] {
  if (no_proxy?.trim() === "*") return [];
  return Object.keys(environment).filter(
    (name) => /^(https?|all)_proxy$/i.test(name) && environment[name] !== "",
  );
}

/** Whether agents of this desk are beyond this machine. */
function callsOut({ registry_url, governance_url }: Settings): boolean {
  return [registry_url, governance_url].some(
    (url) => url !== undefined && !isLoopback(new URL(url).hostname),
  );
}

const forTests = /^FLIGHTDESK_TEST_/;

interface Source {
  /** How the person who wrote it finds a setting. */
  readonly name: (setting: FieldPath) => string;
  readonly values: Readonly<Record<string, unknown>>;
}

function problems(issues: readonly z.core.$ZodIssue[], name: Source["name"]): string[] {
  return issues.flatMap((issue) => {
    const path = issue.path.filter((part) => typeof part !== "symbol");
    if (issue.code !== "unrecognized_keys") return `${name(path)}: ${issue.message}`;
    return issue.keys.map((key) => {
      const isSetting = path.length === 0;
      return `${name([...path, key])}: ${isSetting ? unknownSetting(key) : "it is not known here"}`;
    });
  });
}

function unknownSetting(key: string): string {
  const meant = nearest(key, settingNames);
  const hint = meant === undefined ? "" : ` Did you mean "${meant}"?`;
  return `"${key}" is not a setting.${hint} Known: ${settingNames.join(", ")}`;
}

/** The values of a settings file, and where each stands: `flightdesk.yaml:3:1 home`. */
function readFile(file: string | undefined): {
  values: Source["values"];
  place: (setting: FieldPath) => string;
} {
  if (file === undefined) return { values: {}, place: () => settingsFile };
  const yaml = openYaml(readText(file));
  if (yaml.errors.length > 0)
    throw new UsageError(
      yaml.errors.map(({ line, column, message }) => `${file}:${line}:${column} ${message}`).join("\n"),
    );
  const value = yaml.value ?? {};
  if (typeof value !== "object" || Array.isArray(value))
    throw new UsageError(`${file}: a list of \`setting: value\` lines is expected`);
  return {
    values: { ...value },
    place: (setting) => {
      const { line, column } = yaml.placeOfKey(setting);
      return `${file}:${line}:${column} ${setting.join(".")}`;
    },
  };
}

/** Commander's camelCase options as settings; a switch, such as `--console`, is none. */
function settingsOf(flags: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    settingNames
      .map((name) => [name, flags[flagOf(name)]] as const)
      .filter(([, value]) => value !== undefined && typeof value !== "boolean"),
  );
}
