import { z } from "zod";
import { each, fields } from "../lib/described.ts";

/** One request to a provider as plain data: all of it that shapes the answer, and neither key nor address. */
export interface ModelCall {
  /** `openai/gpt-5-mini` */
  readonly model: string;
  /** Prompt, schema, tools and limits, as JSON. */
  readonly parameters: unknown;
  readonly maxOutputTokens: number;
}

export const modelReplySchema = fields({
  text: z.string(),
  calls: each({ id: z.string(), name: z.string(), input: z.string().describe("JSON") })
    .optional()
    .describe("tools that it wants asked, in a conversation"),
  finish: z.enum(["stop", "length", "content-filter", "tool-calls", "error", "other"]),
  usage: fields({
    inputTokens: z.int().nonnegative().nullable(),
    outputTokens: z.int().nonnegative().nullable(),
  }).describe("null where the provider does not say"),
});
export type ModelReply = Readonly<z.infer<typeof modelReplySchema>>;

/** Stands between a question and its provider, and sees each attempt. It may answer itself, or throw before anything is sent. */
export type Intercept = (call: ModelCall, send: () => Promise<ModelReply>) => Promise<ModelReply>;

/** The first is asked first; what it lets through goes to the next. */
export function chain(intercepts: readonly Intercept[]): Intercept {
  return intercepts.reduceRight<Intercept>(
    (next, intercept) => (call, send) => intercept(call, () => next(call, send)),
    (_, send) => send(),
  );
}
