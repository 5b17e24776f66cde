import type { z } from "zod";
import type { Caller } from "../desk/caller.ts";
import type { Desk } from "../desk/desk.ts";
import { cleanText } from "../lib/clean-text.ts";

/** Something that a model may ask the desk for: what it takes and gives is small, since both are read again at every turn. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** Whether it asks agents outside; the others read the desk's own record. */
  readonly asksSellers: boolean;
  run(desk: Desk, input: unknown, caller: Caller): Promise<Readonly<Record<string, unknown>>>;
}

/** Gives a tool its types: its input is parsed with its own schema before it runs. */
export function tool<Input extends z.ZodObject, Output extends z.ZodObject>(defined: {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  readonly asksSellers?: boolean;
  run(desk: Desk, input: z.output<Input>, caller: Caller): Promise<z.input<Output>>;
}): Tool {
  const { input, asksSellers = false } = defined;
  return {
    ...defined,
    asksSellers,
    run: (desk, written, caller) => defined.run(desk, input.parse(written), caller),
  };
}

const longestQuote = 300;

/** What a seller wrote, for a field whose name begins with `untrusted_`: short, and without marks of any kind. */
export function quoted(text: string): string {
  return cleanText(text, longestQuote);
}
