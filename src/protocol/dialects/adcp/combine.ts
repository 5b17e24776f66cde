import { isObject } from "../../../lib/json-object.ts";
import type { Spelling } from "./codec.ts";

/** One spelling after the other; back in the opposite order. */
export function chain(...parts: readonly Spelling[]): Spelling {
  return {
    write: (inside, at) => parts.reduce((value, part) => part.write(value, at), inside),
    read: (wire, at) => parts.reduceRight((value, part) => part.read(value, at), wire),
  };
}

/** A spelling of the object in one field. What is no object there stays as it is. */
export function inField(field: string, { write, read }: Spelling): Spelling {
  const turned =
    (turn: Spelling["write"]): Spelling["write"] =>
    (value, at) => {
      const part = value[field];
      return isObject(part) ? { ...value, [field]: turn(part, at) } : value;
    };
  return { write: turned(write), read: turned(read) };
}

/** A spelling of each object of the list in one field. */
export function inEach(field: string, { write, read }: Spelling): Spelling {
  const turned =
    (turn: Spelling["write"]): Spelling["write"] =>
    (value, at) => {
      const list: unknown = value[field];
      if (!Array.isArray(list)) return value;
      return { ...value, [field]: list.map((item: unknown) => (isObject(item) ? turn(item, at) : item)) };
    };
  return { write: turned(write), read: turned(read) };
}
