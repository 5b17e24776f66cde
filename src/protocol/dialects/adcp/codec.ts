import { type JsonObject, objectsIn } from "../../../lib/json-object.ts";
import type { PublicRelease } from "../../tasks/names.ts";

/**
 * How the public standard spells one task. Each function turns what it knows and keeps what it does not. A TaskError is thrown
 * for a request that cannot be spelled, and for an answer that is not of what was asked; nothing else throws. The sandbox reads
 * requests and writes answers with the same codec that the client writes requests and reads answers with.
 */
export interface Codec {
  readonly request: Spelling;
  readonly answer: Spelling;
  /** A path in a request on the wire as a path in the request inside, where they differ. */
  readonly fieldInside?: (path: string) => string;
}

export interface Spelling {
  /** From the contract's newer shape to the public standard's. */
  readonly write: (inside: JsonObject, at: At) => JsonObject;
  /** Back. Goes by the fields that are there, not by the release that was agreed on: agents answer in another than they say. */
  readonly read: (wire: JsonObject, at: At) => JsonObject;
}

/** Where a spelling is used. */
export interface At {
  readonly release: PublicRelease;
  /** Of an answer: the request that it answers, as on the wire. Empty for a request. */
  readonly request: JsonObject;
}

export const same: Spelling = { write: (inside) => inside, read: (wire) => wire };

/** A spelling of what goes that way alone: back it stays as it is. */
export function writing(write: Spelling["write"]): Spelling {
  return { ...same, write };
}

export function reading(read: Spelling["read"]): Spelling {
  return { ...same, read };
}

/** A spelling that renames fields and keeps the rest: `[inside, on the wire]`. */
export function renamed(...pairs: readonly (readonly [string, string])[]): Spelling {
  return {
    write: (inside) => pairs.reduce((value, [from, to]) => rename(value, from, to), inside),
    read: (wire) => pairs.reduce((value, [to, from]) => rename(value, from, to), wire),
  };
}

function rename(value: JsonObject, from: string, to: string): JsonObject {
  if (value[from] === undefined) return value;
  const { [from]: moved, ...rest } = value;
  return rest[to] === undefined ? { ...rest, [to]: moved } : rest;
}

/** The objects of a list, each spelled anew. What is no list is left as it is: its reader says so. */
export function each(value: unknown, spell: (item: JsonObject) => JsonObject): unknown {
  return Array.isArray(value) ? objectsIn(value).map(spell) : value;
}

/** The fields of these names that are there. */
export function only(value: JsonObject, ...fields: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([field]) => fields.includes(field)));
}

export function without(value: JsonObject, ...fields: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([field]) => !fields.includes(field)));
}
