import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { messageOf } from "../../lib/cause.ts";
import { readPrivateFile } from "../../lib/files/private-file.ts";
import { Secret } from "../../lib/secret.ts";
import { openYaml } from "../../lib/yaml-places.ts";
import { TaskError } from "../messages/errors.ts";
import { credentialsSchema, type NamedEntry } from "./entry.ts";
import type { CredentialPorts } from "./kinds.ts";
import { placeOf } from "./place.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The entries of a credentials file, or its mistakes by line. A mistake is reported without the text around it, which may be a
 * secret. Throws, with the command that mends it, where others can read the file.
 */
export function readCredentialsFile(
  file: string,
): { readonly entries: readonly NamedEntry[] } | { readonly problems: readonly string[] } {
  const yaml = openYaml(readPrivateFile(file));
  if (yaml.errors.length > 0)
    return { problems: yaml.errors.map(({ line, column }) => `${file}:${line}:${column} this is not YAML`) };
  const parsed = credentialsSchema.safeParse(yaml.value ?? {});
  if (!parsed.success)
    return {
      problems: parsed.error.issues.map(({ path, message }) => {
        const keys = path.filter((key) => typeof key !== "symbol");
        const { line, column } = yaml.placeOf(keys);
        return `${file}:${line}:${column} ${keys.join(".")}: ${message}`;
      }),
    };
  const entries = Object.entries(parsed.data.sellers).map(([seller, entry]) => ({ seller, entry }));
  const namesByPlace = new Map<string, string>();
  const problems = entries.flatMap((named) => {
    const { line, column } = yaml.placeOfKey(["sellers", named.seller]);
    const place = placeOf(named);
    const problem = "problem" in place ? place.problem : undefined;
    const id = "problem" in place ? named.seller : `${place.origin}${place.path}`;
    const other = namesByPlace.get(id);
    namesByPlace.set(id, named.seller);
    const fault = problem ?? (other === undefined ? undefined : `it is for the same address as ${other}`);
    return fault === undefined ? [] : [`${file}:${line}:${column} ${named.seller}: ${fault}`];
  });
  return problems.length > 0 ? { problems } : { entries };
}

/** Where the values of a credentials file come from: the file, the environment, and files that lie beside it. */
export function credentialPorts(
  file: string,
  environment: Environment,
): Pick<CredentialPorts, "secret" | "file"> {
  return {
    secret: (written) => {
      const name = environmentName(written);
      if (name === undefined) return new Secret(written);
      const value = environment[name]?.trim();
      if (value === undefined || value === "")
        throw new TaskError("CREDENTIAL_UNUSABLE", `the environment variable ${name} is not set`);
      return new Secret(value);
    },
    file: (path, isPrivate) => {
      const full = resolve(dirname(file), path);
      try {
        return isPrivate ? readPrivateFile(full) : readFileSync(full, "utf8");
      } catch (cause) {
        throw new TaskError("CREDENTIAL_UNUSABLE", messageOf(cause), { cause });
      }
    },
  };
}

/** The variable that a value of the file stands for; undefined where it is the secret itself. */
export function environmentName(written: string): string | undefined {
  return /^env:([A-Za-z_]\w*)$/.exec(written)?.[1];
}
