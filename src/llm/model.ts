import type { z } from "zod";
import type { Askable } from "./tools.ts";

/** Something a model is asked: a prompt file and a closed schema, built anew for each call from what is asked about. */
export interface Question<Inputs, Answer> {
  /** File in `prompts/` without its extension: `label-critical.v1`. */
  readonly prompt: string;
  /** Values for the prompt's placeholders. */
  readonly values: (inputs: Inputs) => Readonly<Record<string, string>>;
  /** Strict objects, enums, booleans and nulls. Text only as `prose.ts` lets it through, or where code proves each word of it. */
  readonly schema: (inputs: Inputs) => z.ZodType<Answer>;
}

export interface Model {
  /** Never throws for what a model or its provider does: whatever is not a valid answer is `unavailable`. */
  readonly ask: Ask;
}

export type Ask = <Inputs, Answer>(
  question: Question<Inputs, Answer>,
  inputs: Inputs,
  options?: { readonly signal?: AbortSignal },
) => Promise<ModelAnswer<Answer>>;

export type ModelAnswer<Answer> =
  | { readonly type: "answered"; readonly answer: Answer; readonly by: string; readonly cost: ModelCost }
  | { readonly type: "unavailable"; readonly reason: string };

/** A person's words in a conversation, and all that the model may work with to answer them. */
export interface Talk {
  /** File in `prompts/` without its extension, and the values for its placeholders. */
  readonly prompt: string;
  readonly values: Readonly<Record<string, string>>;
  readonly tools: readonly Askable[];
  /** The conversation before, as the last answer gave it back. */
  readonly messages: readonly unknown[];
  readonly said: string;
}

/** It never throws for what a model or its provider does; a tool that it asked for has run all the same. */
export type Converse = (
  talk: Talk,
  options?: { readonly signal?: AbortSignal; readonly onCall?: (tool: string) => void },
) => Promise<TalkAnswer>;

export type TalkAnswer =
  | {
      readonly type: "answered";
      readonly text: string;
      /** Tools that were asked for this answer, in their order. */
      readonly called: readonly {
        readonly name: string;
        readonly input: unknown;
        readonly output: unknown;
      }[];
      readonly messages: readonly unknown[];
      readonly by: string;
      readonly cost: ModelCost;
    }
  | { readonly type: "unavailable"; readonly reason: string };

export interface ModelCost {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Millionths of a US dollar; absent where the prices of the model are not configured. */
  readonly microUsd?: number;
}

/** What runs without a key: every question stays open, every rule's result stands. */
export const noModel: Model & { readonly converse: Converse } = {
  ask: () => Promise.resolve({ type: "unavailable", reason: "no model is configured" }),
  converse: () => Promise.resolve({ type: "unavailable", reason: "no model is configured" }),
};
