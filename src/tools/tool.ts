import { z } from "zod";
import type { Caller, Effect } from "../desk/caller.ts";
import type { Desk } from "../desk/desk.ts";
import { cleanText } from "../lib/clean-text.ts";
import { each, fields } from "../lib/described.ts";

type Answer = Readonly<Record<string, unknown>>;

/** Something that a model may ask the desk for: what it takes and gives is small, since both are read again at every turn. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Transforms nothing: a door reads what is given by it before the tool does. */
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** What it does to the world: a door leaves out what its callers may not. */
  readonly effect: Effect;
  /** Whether it asks agents outside; the others read the desk's own record. */
  readonly asksSellers: boolean;
  /** A page for the person, out of the answer, where a host can open one. */
  opens(answer: Answer): string | undefined;
  run(desk: Desk, input: unknown, caller: Caller): Promise<Answer>;
}

/** Gives a tool its types: its input is parsed with its own schema before it runs. */
export function tool<Input extends z.ZodObject, Output extends z.ZodObject>(defined: {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  /** `reads` where absent. */
  readonly effect?: Effect;
  readonly asksSellers?: boolean;
  opens?(answer: z.output<Output>): string | undefined;
  run(desk: Desk, input: z.output<Input>, caller: Caller): Promise<z.input<Output>>;
}): Tool {
  const { input, output, effect = "reads", asksSellers = false } = defined;
  return {
    ...defined,
    effect,
    asksSellers,
    opens: (answer) => defined.opens?.(output.parse(answer)),
    run: (desk, written, caller) => defined.run(desk, input.parse(written), caller),
  };
}

/** Rows of an answer at most. */
export const shown = 10;
export const words = z.array(z.string());
/** Exactly as it is taken again, for a field whose name begins with `untrusted_`: sellers choose ids of products and buys. */
export const foreignId = z.string();
export const campaign_id = z.string().optional().describe("newest if absent");

/** As 2027-01-31; the standard's own pattern costs a model 60 words each time. */
export const day = z.string().regex(/^\d{4}-\d\d-\d\d$/);
/** Where the next rows begin: what the answer before returned. */
export const cursor = z
  .string()
  .regex(/^\d{1,9}$/)
  .optional();
export const page = { total_rows: z.int(), cursor: z.string().optional() };

/** What an answer with rows of one campaign is made of. */
export function pageOf<Row extends z.ZodRawShape>(row: Row) {
  return fields({ campaign_id: z.string(), rows: each(row), ...page });
}

/** The rows of one answer. */
export function paged<Row>(rows: readonly Row[], from = "0") {
  const next = Number(from) + shown;
  return {
    rows: rows.slice(Number(from), next),
    total_rows: rows.length,
    ...(next < rows.length && { cursor: String(next) }),
  };
}

const longestQuote = 300;

/** What a seller wrote, for a field whose name begins with `untrusted_`: short, and without marks of any kind. */
export function quoted(text: string): string {
  return cleanText(text, longestQuote);
}

/** For whom or what a campaign waits, a line each. */
export function waitsFor(waiting: readonly { readonly type: string; readonly reason: string }[]): string[] {
  return waiting.slice(0, shown).map(({ type, reason }) => `${type}: ${quoted(reason)}`);
}
