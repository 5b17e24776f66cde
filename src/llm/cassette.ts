import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { hasCode } from "../lib/cause.ts";
import { digest } from "../lib/digest.ts";
import { jsonIn } from "../lib/json-object.ts";
import { type Intercept, type ModelCall, type ModelReply, modelReplySchema } from "./intercept.ts";

/** A question that is to be answered from a recording, and for which there is none that fits. */
export class CassetteError extends Error {
  override readonly name = "CassetteError";
}

const cassetteSchema = z.strictObject({
  model: z.string(),
  parameters: z.unknown(),
  reply: modelReplySchema,
});

/**
 * Keeps replies in a folder, a file for each call, named by the SHA-256 of model and parameters. `record` asks and keeps;
 * `replay` never asks, and throws a `CassetteError` where nothing is kept. A file holds the whole prompt: keep it as
 * carefully as the briefs in it.
 */
export function cassettes(folder: string, mode: "record" | "replay"): Intercept {
  return async (call, send) => {
    const file = join(folder, `${cassetteKey(call)}.json`);
    if (mode === "replay") return kept(file, call);
    const reply = await send();
    const { model, parameters } = call;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, `${JSON.stringify({ model, parameters, reply }, null, 2)}\n`, { mode: 0o600 });
    return reply;
  };
}

export function cassetteKey({ model, parameters }: Pick<ModelCall, "model" | "parameters">): string {
  return digest({ model, parameters });
}

function kept(file: string, call: ModelCall): ModelReply {
  const text = readIfThere(file);
  if (text === undefined)
    throw new CassetteError(
      `there is no recorded answer of ${call.model} to this question (${file}): the prompt, its schema or what is asked about has changed; record it again`,
    );
  const parsed = cassetteSchema.safeParse(jsonIn(text));
  if (!parsed.success || cassetteKey(parsed.data) !== cassetteKey(call))
    throw new CassetteError(`${file} was changed since it was recorded; record it again`);
  return parsed.data.reply;
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}
