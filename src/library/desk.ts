import type { z } from "zod";
import type { settingsSchema } from "../config.ts";
import type { Caller, Effect } from "../desk/caller.ts";
import type { Desk as InnerDesk } from "../desk/desk.ts";
import type { DeskOptions } from "../desk/open-desk.ts";
import {
  type AnswerOf,
  callOperation,
  type InputOf,
  type OperationName,
  operationNames,
  operations,
} from "../desk/operations.ts";
import type { Recorded, SubscribeOptions } from "./subscribe.ts";

type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** An operation as a method: its input may be left away where nothing in it is needed. */
export type Method<Name extends OperationName> =
  Record<never, never> extends InputOf<Name>
    ? (input?: InputOf<Name>) => Promise<AnswerOf<Name>>
    : (input: InputOf<Name>) => Promise<AnswerOf<Name>>;

/** Every operation as a method, under its name in camel case: `change-buy` is `changeBuy`. */
export type Methods = { readonly [Name in OperationName as CamelCase<Name>]: Method<Name> };

/** A desk as one caller asks it. Each method throws a UsageError where it was asked for in the wrong way. */
export type DeskClient = Methods & Asking;

export interface Asking {
  /**
   * What is recorded from now on, or after a position, as it is written, whichever process writes it. Ends when the signal
   * aborts, or with the loop that reads it.
   */
  readonly subscribe: (options?: SubscribeOptions) => AsyncIterable<Recorded>;
  /** The same desk for somebody else. It is closed with the first one. */
  readonly as: (caller: LibraryCaller) => DeskClient;
}

/** A desk, and everything that it can be asked for. Closing it closes its ledger. */
export type Desk = DeskClient & AsyncDisposable;

/** Who asks. The kind is `library` where none is given; a model's words come in as `chat` or `mcp`, and decide nothing. */
export type LibraryCaller = Omit<Caller, "kind"> & Partial<Pick<Caller, "kind">>;

/** What `flightdesk.yaml` may hold, as it is written there: `{ seller_deadline: "30 s" }`. */
export type DeskSettings = z.input<typeof settingsSchema>;

export interface OpenOptions extends Pick<DeskOptions, "sandbox" | "clock" | "agents" | "note"> {
  readonly settings?: DeskSettings;
  /** The token for the registry and the governance agent, and the key of the model. They are read from nowhere else. */
  readonly secrets?: { readonly [Name in "token" | "modelKey"]?: string };
  /** Written into the ledger beside what was asked for. */
  readonly caller: LibraryCaller;
  /** What is being done, a line at a time; a detail is one of several that each step brings. */
  readonly progress?: (line: string, kind?: "detail") => void;
}

/** What an operation does to the world, and the schemas of what it takes and answers. */
export interface Described {
  readonly effect: Effect;
  readonly input: z.ZodType;
  readonly output: z.ZodType;
}

/** For interfaces of your own: forms, tools of a model, a check of input. */
export async function describeOperation(name: OperationName): Promise<Described> {
  const { effect, load } = operations[name];
  const { input, output } = await load();
  return { effect, input, output };
}

/** How a method is called: `changeBuy` for `change-buy`. */
export function camelCase(name: OperationName): string {
  return name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

const insides = new WeakMap<DeskClient, InnerDesk>();

/** The desk that operations work with, for interfaces that stand on this one. */
export function insideOf(desk: DeskClient): InnerDesk {
  const inside = insides.get(desk);
  if (inside === undefined) throw new TypeError("it is not a desk of openDesk's");
  return inside;
}

/** A desk with a method for each operation of the table. */
export function deskFor(inside: InnerDesk, asking: LibraryCaller): DeskClient {
  const caller: Caller = { kind: "library", ...asking };
  const methods = Object.fromEntries(
    operationNames.map((name) => [
      camelCase(name),
      (input: InputOf<typeof name> = {}) => callOperation(name, inside, input, caller),
    ]),
  );
  const desk: DeskClient = {
    // The names are the table's, spelled as the type spells them.
    ...(methods as unknown as Methods),
    subscribe: async function* (options) {
      const { recordedAfter } = await import("./subscribe.ts");
      yield* recordedAfter(inside.app.ledger, options);
    },
    as: (other) => deskFor(inside, other),
  };
  insides.set(desk, inside);
  return desk;
}
