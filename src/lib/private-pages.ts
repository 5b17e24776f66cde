import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import PQueue from "p-queue";
import { hasCode } from "./cause.ts";
import { exclusively } from "./files/exclusively.ts";
import { readPrivateFile, writePrivateFile } from "./files/private-file.ts";

/** Secret texts by name, kept where nobody else can read them. A name has letters, digits and `._-`. */
export interface PrivatePages {
  /** Undefined where there is none. Rejects where others could read it, too. */
  readonly read: (name: string) => Promise<string | undefined>;
  readonly list: () => Promise<readonly { readonly name: string; readonly text: string }[]>;
  /** Runs `change` while nobody else changes the same page. What it has written stands, even where it rejects then. */
  readonly changing: <Result>(
    name: string,
    change: (page: PrivatePage) => Promise<Result>,
  ) => Promise<Result>;
  /** Where a person finds a page. */
  readonly placeOf: (name: string) => string;
  readonly close: () => Promise<void>;
}

/** One page while it is locked. Who reads it meanwhile sees its content before or after. */
export interface PrivatePage<Content = string> {
  readonly read: () => Promise<Content | undefined>;
  readonly write: (content: Content) => Promise<void>;
  readonly remove: () => Promise<void>;
}

const ending = ".json";

/** A file for each page, which its owner alone can read. */
export function pagesIn(folder: string): PrivatePages {
  const fileOf = (name: string) => join(folder, `${name}${ending}`);
  return {
    read: async (name) => textOf(fileOf(name)),
    list: async () =>
      (existsSync(folder) ? readdirSync(folder) : [])
        .filter((file) => file.endsWith(ending))
        .toSorted()
        .flatMap((file) => {
          const text = textOf(join(folder, file));
          return text === undefined ? [] : [{ name: file.slice(0, -ending.length), text }];
        }),
    changing: async (name, change) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const file = fileOf(name);
      return exclusively(join(folder, `${name}.lock`), () =>
        change({
          read: async () => textOf(file),
          write: async (text) => writePrivateFile(file, text),
          remove: async () => rmSync(file, { force: true }),
        }),
      );
    },
    placeOf: fileOf,
    close: () => Promise.resolve(),
  };
}

/** Pages of one process, which end with it. */
export function pagesInMemory(): PrivatePages {
  const texts = new Map<string, string>();
  const turns = new Map<string, PQueue>();
  return {
    read: async (name) => texts.get(name),
    list: async () => [...texts].map(([name, text]) => ({ name, text })),
    changing: async (name, change) => {
      const turn = turns.get(name) ?? new PQueue({ concurrency: 1 });
      turns.set(name, turn);
      try {
        return await turn.add(() =>
          change({
            read: async () => texts.get(name),
            write: async (text) => void texts.set(name, text),
            remove: async () => void texts.delete(name),
          }),
        );
      } finally {
        if (turn.size === 0 && turn.pending === 0) turns.delete(name);
      }
    },
    placeOf: (name) => name,
    close: () => Promise.resolve(),
  };
}

function textOf(file: string): string | undefined {
  try {
    return readPrivateFile(file);
  } catch (cause) {
    if (hasCode(cause, "ENOENT")) return undefined;
    throw cause;
  }
}
