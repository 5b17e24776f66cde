import { z } from "zod";
import { type FieldPath, openYaml, type Place } from "../lib/yaml-places.ts";
import { type FaultRule, faultRuleSchema } from "./faults/rule.ts";
import { sellers } from "./inventory/sellers.ts";

export type FaultsReading =
  | { readonly type: "faults"; readonly faults: ReadonlyMap<string, readonly FaultRule[]> }
  | { readonly type: "invalid"; readonly problems: readonly string[] };

const lineSchema = z.looseObject({ agent: z.string().min(1) });
const fileSchema = z.strictObject({ faults: z.array(lineSchema).min(1) });

const supporting = ["creative", "creative-builder", "signals", "governance", "brand"];
/** Who faults may be set for; the file names an agent by either. */
const agents = [...sellers, ...supporting.map((slug) => ({ slug, domain: `${slug}.example` }))];

/** Reads a faults file into rules by slug. Every problem comes with `file:line:column`. */
export function readFaultsFile(text: string, file: string): FaultsReading {
  const yaml = openYaml(text);
  const problems: string[] = [];
  const report = ({ line, column }: Place, message: string) => {
    problems.push(`${file}:${line}:${column} ${message}`);
  };
  const reportIssues = (error: z.ZodError, parent: FieldPath = []) => {
    for (const issue of error.issues) {
      const path = [...parent, ...issue.path.filter((part) => typeof part !== "symbol")];
      report(yaml.placeOf(path), `${path.join(".") || "the file"}: ${issue.message}`);
    }
  };
  for (const error of yaml.errors) report(error, error.message);
  if (problems.length > 0) return { type: "invalid", problems };
  const parsed = fileSchema.safeParse(yaml.value);
  if (!parsed.success) {
    reportIssues(parsed.error);
    return { type: "invalid", problems };
  }
  const faults = new Map<string, FaultRule[]>();
  parsed.data.faults.forEach(({ agent, ...rule }, i) => {
    const known = agents.find(({ slug, domain }) => slug === agent || domain === agent);
    if (known === undefined)
      report(
        yaml.placeOf(["faults", i, "agent"]),
        `faults.${i}.agent: there is no agent "${agent}"; there are ${agents.map(({ slug }) => slug).join(", ")}`,
      );
    const read = faultRuleSchema.safeParse(rule);
    if (!read.success) reportIssues(read.error, ["faults", i]);
    if (known !== undefined && read.success)
      faults.set(known.slug, [...(faults.get(known.slug) ?? []), read.data]);
  });
  return problems.length > 0 ? { type: "invalid", problems } : { type: "faults", faults };
}
