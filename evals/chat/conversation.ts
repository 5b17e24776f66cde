import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { z } from "zod";

const stepSchema = z.union([
  z.strictObject({ say: z.string() }),
  z.record(z.string(), z.record(z.string(), z.unknown())).describe("a tool and what it is asked"),
]);

const caseSchema = z.strictObject({
  case: z.string(),
  says: z.string().describe("the person"),
  script: z.array(stepSchema).min(1).describe("what a scripted model does about it"),
  called: z.array(z.string()).default([]).describe("tools that a good answer rests on"),
  holds: z.array(z.string()).default([]).describe("what the answer must hold"),
  lacks: z.array(z.string()).default([]).describe("what it must not hold"),
  marked: z.array(z.string()).default([]).describe("figures that no tool told"),
  refused: z.string().optional().describe("what one of the tools says no with"),
  begins: z.number().default(0).describe("campaigns in the ledger that were not there before"),
  proposes: z.number().default(0).describe("steps that wait for a person and did not before"),
});
export type ChatCase = z.output<typeof caseSchema>;

/** The conversations of a file. `{{name}}` is filled in by whoever runs them. */
export function readCases(path: string, values: Readonly<Record<string, string>>): ChatCase[] {
  const filled = readFileSync(path, "utf8").replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    return values[name] === undefined ? whole : JSON.stringify(values[name]).slice(1, -1);
  });
  return z.array(caseSchema).parse(parse(filled));
}

/** What a scripted model says, with values of what tools told in its place: `<plan_campaign.verdict>`. */
export function spoken(text: string, told: ReadonlyMap<string, unknown>): string {
  return text.replaceAll(/<(\w+)((?:\.\w+)+)>/g, (_, tool: string, path: string) =>
    String(
      path
        .slice(1)
        .split(".")
        .reduce<unknown>(
          (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
          told.get(tool),
        ),
    ),
  );
}
