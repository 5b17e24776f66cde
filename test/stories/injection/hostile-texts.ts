import { readdirSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";

const fileSchema = z.strictObject({
  badge: z.string().optional(),
  texts: z.array(z.strictObject({ text: z.string(), repeat: z.int().positive().default(1) })).min(1),
});

export interface HostileText {
  /** `rivals 3`: the file and the place in it. */
  readonly name: string;
  readonly text: string;
  /** What the detector must say of it. */
  readonly badge?: string | undefined;
}

const folder = "evals/injections";

/** Every text of the folder, in the order of files and lines. */
export function hostileTexts(): HostileText[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".yaml"))
    .sort()
    .flatMap((name) => {
      const { badge, texts } = fileSchema.parse(parse(readFileSync(`${folder}/${name}`, "utf8")));
      return texts.map(({ text, repeat }, i) => ({
        name: `${name.replace(".yaml", "")} ${i + 1}`,
        text: text.repeat(repeat),
        badge,
      }));
    });
}
