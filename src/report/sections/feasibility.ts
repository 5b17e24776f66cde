import { z } from "zod";
import { listed } from "../../lib/english.ts";
import { chip } from "../blocks/cell.ts";
import type { Section } from "../blocks/document.ts";
import { sentence } from "../blocks/format.ts";
import { type Described, each, type Status, texts } from "../blocks/schema.ts";
import { header, plain, table, words } from "../blocks/table.ts";

export const feasibilitySchema = each({
  check: z.enum(["impressions", "people", "price"]),
  result: z
    .enum(["holds", "doubtful", "contradicts"])
    .describe(
      "doubtful: against a usual price or a dated count of people; contradicts: also at half of any usual price",
    ),
  text: z.string(),
  remedies: texts.describe("what would make it hold, each alone"),
}).describe("what the brief's figures say of one another, before any seller was asked; blocks nothing");
type Feasibility = Described<typeof feasibilitySchema>;
type Finding = Feasibility[number];

/** What the brief's own figures say of one another. */
export const feasibility: Section<{ readonly feasibility?: Feasibility }> = {
  id: "feasibility",
  appendix: true,
  name: "Feasibility",
  title: "Is the brief feasible?",
  none: "the brief names too few figures to check against each other",
  blocks: ({ feasibility = [] }) =>
    table<Finding>({
      caption: "The brief's figures checked against each other, before any seller was asked; a warning only",
      rows: feasibility,
      columns: [
        header("Checked", ({ check }) => sentence(check).replace(/\.$/, "")),
        plain("Result", (finding) => chip(statuses[finding.result], feasibilityWord(finding)), {
          kind: "short",
        }),
        words("Arithmetic", ({ text }) => sentence(text)),
        words("What would help", remedyWords),
      ],
    }),
};

const statuses: Readonly<Record<Finding["result"], Status>> = {
  holds: "done",
  doubtful: "waiting",
  contradicts: "failed",
};

/** `cannot hold`, `doubtful`, `holds` */
export function feasibilityWord({ result }: Pick<Finding, "result">): string {
  return result === "contradicts" ? "cannot hold" : result;
}

/** `It would hold with a, b or c.`; empty where it holds. */
export function remedyWords({ remedies }: Pick<Finding, "remedies">): string {
  return remedies.length === 0 ? "" : `It would hold with ${listed(remedies, "or")}.`;
}
