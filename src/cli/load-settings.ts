import { existsSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import {
  readEnvironment,
  type Secrets,
  type SettingName,
  type Settings,
  settingNames,
  settingsSchema,
} from "../config.ts";
import { UsageError } from "./usage-error.ts";

const settingsFile = "flightdesk.yaml";

/** Flags first, then the environment, then `flightdesk.yaml`. Throws a UsageError that names the setting and its source. */
export function loadSettings(flags: Readonly<Record<string, unknown>>): {
  settings: Settings;
  secrets: Secrets;
} {
  const environment = readEnvironment(process.env);
  const given = typeof flags["config"] === "string" ? flags["config"] : undefined;
  const file = given ?? settingsFile;
  const sources: readonly { name: (setting: string) => string; values: Readonly<Record<string, unknown>> }[] =
    [
      { name: (setting) => `--${setting.replaceAll("_", "-")}`, values: settingsOf(flags) },
      { name: (setting) => `FLIGHTDESK_${setting.toUpperCase()}`, values: environment.settings },
      { name: (setting) => `${file}: ${setting}`, values: readFile(file, given !== undefined) },
    ];
  const merged: Record<string, unknown> = {};
  for (const { name, values } of sources.toReversed()) {
    const parsed = settingsSchema.safeParse(values);
    if (!parsed.success) {
      const lines = parsed.error.issues.map((issue) =>
        issue.code === "unrecognized_keys"
          ? `${file}: unknown setting ${issue.keys.join(", ")}. Known: ${settingNames.join(", ")}`
          : `${name(String(issue.path[0]))}: ${issue.message}`,
      );
      throw new UsageError(lines.join("\n"));
    }
    Object.assign(merged, parsed.data);
  }
  // Each source was parsed by the schema; merging keeps the types.
  return { settings: merged as Settings, secrets: environment.secrets };
}

function readFile(file: string, required: boolean): Readonly<Record<string, unknown>> {
  if (!existsSync(file)) {
    if (required) throw new UsageError(`${file}: there is no such file`);
    return {};
  }
  try {
    const value: unknown = parse(readFileSync(file, "utf8")) ?? {};
    if (typeof value === "object" && !Array.isArray(value)) return { ...value };
    throw new Error("a list of `setting: value` lines is expected");
  } catch (cause) {
    throw new UsageError(`${file}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** Commander's camelCase options as settings. */
function settingsOf(flags: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const camel = (name: SettingName) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(
    settingNames.flatMap((name) => (flags[camel(name)] === undefined ? [] : [[name, flags[camel(name)]]])),
  );
}
