import { LineCounter, parseDocument } from "yaml";
import { z } from "zod";
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
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const problems: string[] = [];
  const report = (offset: number, message: string) => {
    const { line, col } = lines.linePos(offset);
    problems.push(`${file}:${line}:${col} ${message}`);
  };
  const reportIssues = (error: z.ZodError, parent: readonly (string | number)[] = []) => {
    for (const issue of error.issues) {
      const path = [...parent, ...issue.path.filter((part) => typeof part !== "symbol")];
      report(offsetOf(document, path), `${path.join(".") || "the file"}: ${issue.message}`);
    }
  };
  for (const error of document.errors) report(error.pos[0], error.message.split("\n")[0] ?? "no YAML");
  if (problems.length > 0) return { type: "invalid", problems };
  const parsed = fileSchema.safeParse(document.toJS());
  if (!parsed.success) {
    reportIssues(parsed.error);
    return { type: "invalid", problems };
  }
  const faults = new Map<string, FaultRule[]>();
  parsed.data.faults.forEach(({ agent, ...rule }, i) => {
    const known = agents.find(({ slug, domain }) => slug === agent || domain === agent);
    if (known === undefined)
      report(
        offsetOf(document, ["faults", i, "agent"]),
        `faults.${i}.agent: there is no agent "${agent}"; there are ${agents.map(({ slug }) => slug).join(", ")}`,
      );
    const read = faultRuleSchema.safeParse(rule);
    if (!read.success) reportIssues(read.error, ["faults", i]);
    if (known !== undefined && read.success)
      faults.set(known.slug, [...(faults.get(known.slug) ?? []), read.data]);
  });
  return problems.length > 0 ? { type: "invalid", problems } : { type: "faults", faults };
}

/** Where a path begins in the text; of a path that is not there, its nearest parent. */
function offsetOf(document: ReturnType<typeof parseDocument>, path: readonly (string | number)[]): number {
  for (let length = path.length; length > 0; length--) {
    const node: unknown = document.getIn(path.slice(0, length), true);
    if (typeof node === "object" && node !== null && "range" in node && Array.isArray(node.range))
      return Number(node.range[0]);
  }
  return document.contents?.range?.[0] ?? 0;
}
