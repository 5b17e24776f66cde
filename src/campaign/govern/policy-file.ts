import { LineCounter, parseDocument } from "yaml";
import { sha256 } from "../../lib/digest.ts";
import { type Policy, policySchema } from "./policies/policy.ts";

/** A policy out of its file's text, or what is wrong with it, each with line and column. */
export type PolicyReading =
  | { readonly type: "policy"; readonly policy: Policy }
  | { readonly type: "invalid"; readonly problems: readonly string[] };

export function readPolicyFile(text: string, file: string): PolicyReading {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  if (document.errors.length > 0)
    return {
      type: "invalid",
      problems: document.errors.map((error) => `${at(error.pos[0])} ${error.message.split("\n")[0]}`),
    };
  const parsed = policySchema.safeParse(document.toJS());
  if (parsed.success)
    return { type: "policy", policy: { file, digest: sha256(text), text, rules: parsed.data } };
  return {
    type: "invalid",
    problems: parsed.error.issues.map((issue) => {
      const path = issue.path.map(String);
      return `${at(offsetOf(document, path))} ${path.join(".") || "the file"}: ${issue.message}`;
    }),
  };
}

/** Where a path begins in the text; of a path that is not there, its nearest parent. */
function offsetOf(document: ReturnType<typeof parseDocument>, path: readonly string[]): number {
  for (let length = path.length; length >= 0; length--) {
    const node: unknown = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (typeof node === "object" && node !== null && "range" in node && Array.isArray(node.range))
      return Number(node.range[0]);
  }
  return 0;
}
