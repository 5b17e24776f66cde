/** Header fields as they stand on the wire, in order; a name may come more than once. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** What an HTTP signature can cover: a request has a method and a target, a response a status. */
export interface Message {
  readonly method?: string;
  /** As it was asked for, with scheme and host. */
  readonly targetUri?: string;
  readonly status?: number;
  readonly headers: HeaderList;
}

/** A field's value as RFC 9421 combines it: all lines of the name, trimmed, in order. Undefined where there is none. */
export function fieldValue(headers: HeaderList, name: string): string | undefined {
  let combined: string | undefined;
  for (const [key, value] of headers) {
    if (key.length !== name.length || key.toLowerCase() !== name) continue;
    const line = (value.includes("\n") ? value.replace(/(?<![ \t])[ \t]*\r?\n[ \t]+/g, " ") : value).trim();
    combined = combined === undefined ? line : `${combined}, ${line}`;
  }
  return combined;
}
