import { inspect } from "node:util";
import { z } from "zod";
import { breather } from "./breathe.ts";

const shown = "[secret]";
/** Shorter values would be found in innocent text. */
const shortestKept = 8;

/** A value that only whoever calls `reveal` sees: in JSON, logs, text and the inspector it is `[secret]`. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return shown;
  }

  toJSON(): string {
    return shown;
  }

  [inspect.custom](): string {
    return shown;
  }
}

/** A secret in a settings file: what lets in stands in the environment, and never in the file. */
export const secretReferenceSchema = z
  .string()
  .regex(/^env:[A-Za-z_]\w*$/, "is a secret: write env:NAME, the environment variable that holds it");

/** A secret that the settings name and the environment does not have. */
export class SecretMissing extends Error {}

/** The secret behind `env:NAME`; `place` is the setting that names it. Throws a SecretMissing where it is not there. */
export function secretOf(
  reference: string,
  place: string,
  environment: Readonly<Record<string, string | undefined>>,
): Secret {
  const variable = reference.slice("env:".length);
  const value = environment[variable]?.trim();
  if (value === undefined || value === "")
    throw new SecretMissing(`${place}: the environment variable ${variable} is not set`);
  return new Secret(value);
}

export function asSecret(value: Secret | string | undefined): Secret | undefined {
  return typeof value === "string" ? new Secret(value) : value;
}

/** Every secret that is in use, to find them where they must not be. */
export interface KeptSecrets {
  readonly add: (secret: Secret) => void;
  /** Whether a text holds one of them. */
  readonly isIn: (text: string) => boolean;
  /** The same value; in each text in it, at any depth, `[secret]` stands for each of them. */
  readonly maskedIn: <Value>(value: Value) => Value;
  /** Does that to a value of the caller's own, in place and however large it is: others go on meanwhile. */
  readonly mask: (value: object) => Promise<void>;
}

export function keptSecrets(): KeptSecrets {
  const kept = new Set<string>();
  const isIn = (text: string) => {
    for (const value of kept) if (text.includes(value)) return true;
    return false;
  };
  const maskText = (text: string) =>
    isIn(text) ? [...kept].reduce((masked, one) => masked.replaceAll(one, shown), text) : text;
  const mask = (value: unknown): unknown => {
    if (typeof value === "string") return maskText(value);
    if (Array.isArray(value)) return value.map(mask);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [mask(key), mask(item)]));
  };
  return {
    add: (secret) => {
      const value = secret.reveal();
      if (value.length >= shortestKept) for (const spelling of spellingsOf(value)) kept.add(spelling);
    },
    isIn,
    // Only texts change, and each into another text.
    maskedIn: <Value>(value: Value) => (holdsText(value, isIn) ? (mask(value) as Value) : value),
    mask: (value) => (kept.size === 0 ? Promise.resolve() : maskInPlace(value, maskText)),
  };
}

/** A value as texts carry it: as it is, inside JSON, in a URL, and in base64. */
function spellingsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  return [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(bytes.toString()),
    bytes.toString("base64"),
    bytes.toString("base64url"),
  ];
}

async function maskInPlace(root: object, maskText: (text: string) => string): Promise<void> {
  const breathe = breather();
  // Of objects and arrays alike: the index of an array is the key that an object has.
  const open = [root as Record<string, unknown>];
  for (let holder = open.pop(), seen = 0; holder !== undefined; holder = open.pop())
    for (const key of Object.keys(holder)) {
      seen += 1;
      if (seen % 1_000 === 0) await breathe();
      const item = holder[key];
      const name = Array.isArray(holder) ? key : maskText(key);
      const masked = typeof item === "string" ? maskText(item) : item;
      if (name !== key) delete holder[key];
      if (name !== key || masked !== item) holder[name] = masked;
      if (typeof item === "object" && item !== null) open.push(item as Record<string, unknown>);
    }
}

/** Whether one of the texts in a value passes a test. Answers are large and hold no secret: nothing is copied for that. */
function holdsText(value: unknown, test: (text: string) => boolean): boolean {
  if (typeof value === "string") return test(value);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, item]) => test(key) || holdsText(item, test));
}
