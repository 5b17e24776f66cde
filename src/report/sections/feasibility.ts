import { z } from "zod";
import type { CampaignState } from "../../campaign/model/state.ts";
import { chip, type Section, table } from "../document.ts";
import { sentence } from "../format.ts";
import { type Described, type Standing, texts } from "../schema.ts";

export const feasibilitySchema = z
  .array(
    z.strictObject({
      check: z.enum(["impressions", "people", "price"]),
      result: z
        .enum(["holds", "doubtful", "contradicts"])
        .describe(
          "doubtful: against a usual price or a dated count of people; contradicts: also at half of any usual price",
        ),
      text: z.string(),
      remedies: texts.describe("what would make it hold, each alone"),
    }),
  )
  .describe("what the brief's figures say of one another, before any seller was asked; blocks nothing");
type Feasibility = Described<typeof feasibilitySchema>;
type Finding = Feasibility[number];

/** Absent where the brief names too few figures to be checked against each other. */
export function describeFeasibility({ feasibility }: CampaignState): Feasibility | undefined {
  return feasibility;
}

/** What the brief's own figures say of one another. */
export const feasibility: Section<{ readonly feasibility?: Feasibility }> = {
  id: "feasibility",
  appendix: true,
  name: "Feasibility",
  title: "Can the brief come true?",
  none: "the brief names too few figures to check against each other",
  blocks: ({ feasibility = [] }) =>
    feasibility.length === 0
      ? []
      : [
          table<Finding>({
            caption:
              "The brief's figures checked against each other, before any seller was asked; a warning only",
            rows: feasibility,
            columns: [
              { label: "Checked", kind: "header", cell: ({ check }) => sentence(check).replace(/\.$/, "") },
              {
                label: "Result",
                kind: "short",
                cell: (finding) => chip(standings[finding.result], feasibilityWord(finding)),
              },
              { label: "Arithmetic", kind: "words", cell: ({ text }) => sentence(text) },
              { label: "What would help", kind: "words", cell: remedyWords },
            ],
          }),
        ],
};

const standings: Readonly<Record<Finding["result"], Standing>> = {
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
  const last = remedies.at(-1);
  if (last === undefined) return "";
  const others = remedies.slice(0, -1).join(", ");
  return `It would hold with ${others === "" ? last : `${others} or ${last}`}.`;
}
