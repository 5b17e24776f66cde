import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";
import { sha256 } from "../lib/digest.ts";

/** A prompt file as it is published: `prompts/<id>.v<version>.md`. A published file is never edited; a change is a new version. */
export interface Prompt {
  /** `label-critical.v1` */
  readonly name: string;
  /** SHA-256 of the file. */
  readonly sha256: string;
  readonly maxOutputTokens: number;
  readonly body: string;
}

const frontMatterSchema = z.strictObject({
  id: z.string().regex(/^[a-z]+(-[a-z]+)*$/),
  version: z.int().positive(),
  purpose: z.string().min(1),
  inputs: z.array(z.string().regex(/^[a-z_]+$/)),
  untrusted: z.array(z.string()),
  output: z.string().min(1),
  max_output_tokens: z.int().positive().max(16_000),
});

const folder = new URL("../../prompts/", import.meta.url);

/** Loads a prompt of the package by its name. Throws where the file is missing or breaks the rules of `parsePrompt`. */
export function loadPrompt(name: string): Prompt {
  if (!/^[a-z-]+\.v\d+$/.test(name)) throw new TypeError(`"${name}" is not the name of a prompt`);
  return parsePrompt(name, readFileSync(new URL(`${name}.md`, folder), "utf8"));
}

/**
 * Checks a prompt file: the name says id and version, every input is used and nothing else is, and an untrusted input
 * stands alone between `<untrusted name="x">` tags.
 */
export function parsePrompt(name: string, text: string): Prompt {
  const parts = /^---\n(?<front>.*?)\n---\n(?<body>.*)$/s.exec(text)?.groups;
  if (parts?.["front"] === undefined || parts["body"] === undefined)
    throw new TypeError(`prompt ${name} does not begin with front matter between two lines of "---"`);
  const front = frontMatterSchema.parse(parse(parts["front"]));
  const body = parts["body"].trim();
  const refuse = (problem: string) => new TypeError(`prompt ${name}: ${problem}`);

  if (name !== `${front.id}.v${front.version}`)
    throw refuse(`its front matter says ${front.id}.v${front.version}`);
  const used = new Set([...body.matchAll(placeholder)].map((match) => match[1] ?? ""));
  for (const input of front.inputs) if (!used.has(input)) throw refuse(`input "${input}" is not used`);
  for (const input of used) if (!front.inputs.includes(input)) throw refuse(`{{${input}}} is not an input`);
  for (const input of front.untrusted) {
    if (!front.inputs.includes(input)) throw refuse(`untrusted "${input}" is not an input`);
    const quoted = body.split(`<untrusted name="${input}">\n{{${input}}}\n</untrusted>`).length - 1;
    if (quoted !== 1 || body.split(`{{${input}}}`).length !== 2)
      throw refuse(`untrusted "${input}" must stand once and alone inside <untrusted name="${input}"> tags`);
  }
  return {
    name,
    sha256: sha256(text),
    maxOutputTokens: front.max_output_tokens,
    body,
  };
}

/** The prompt with its values in place. Tags that could end an untrusted block are taken out of the values. */
export function renderPrompt(prompt: Prompt, values: Readonly<Record<string, string>>): string {
  return prompt.body.replace(placeholder, (_, input: string) => {
    const value = values[input];
    if (value === undefined) throw new TypeError(`prompt ${prompt.name} got no value for "${input}"`);
    return withoutTags(value);
  });
}

const placeholder = /\{\{([a-z_]+)\}\}/g;
const tag = /<\s*\/?\s*untrusted[^>]*>?/gi;

/** Repeats until nothing changes: taking out an inner tag can join the halves of an outer one. */
function withoutTags(value: string): string {
  const cleaned = value.replace(tag, "");
  return cleaned === value ? value : withoutTags(cleaned);
}
