import { z } from "zod";
import { cleanText } from "../../lib/clean-text.ts";
import { type Described, each, fields } from "../../lib/described.ts";
import { dialectNames } from "../../protocol/dialects/dialect.ts";
import type { Judgement } from "./assess-agent.ts";
import type { AgentFacts } from "./facts.ts";
import { checkedIn } from "./find-faults.ts";
import { printedFindingSchema, uses, willNotWork } from "./finding.ts";

/** What `doctor` prints with `--json`. */
export const doctorOutputSchema = fields({
  command: z.literal("doctor"),
  agent: z.string().describe("its address"),
  usable: z.boolean().describe("whether it can be bought from, or used as one of the other kinds that it is"),
  uses: each({ kind: z.enum(uses), usable: z.boolean() }).describe(
    "what it is, and whether it can be used as that; empty where it cannot be reached",
  ),
  protocol: fields({
    says: z.enum(dialectNames).describe("the dialect that it declares now"),
    pinned: z.enum(dialectNames).optional().describe("what was pinned for it before"),
    set: z.enum(dialectNames).optional().describe("the dialect that the settings name for it"),
    answeredIn: z.array(z.string()).describe("releases that it answered in beside the one agreed on"),
    newlyPinned: z.boolean().describe("true where --pin has taken over what it says"),
  })
    .optional()
    .describe("absent where it cannot be reached or has no protocol that is known"),
  tools: z.array(z.string()).describe("as it lists them"),
  findings: z.array(printedFindingSchema),
  checked: z.record(z.string(), z.number().int()).describe("answers that were checked, by task"),
  conforms: z.boolean().describe("whether no answer breaks its release or another rule"),
});
export type DoctorOutput = Described<typeof doctorOutputSchema>;

export function doctorOutput(facts: AgentFacts, { uses, findings }: Judgement): DoctorOutput {
  const { agentUrl, says, pinned, set, strays, tools, newlyPinned } = facts;
  return {
    command: "doctor",
    agent: agentUrl,
    usable: uses.some(({ usable }) => usable),
    uses,
    protocol: {
      says,
      pinned: pinned?.dialect,
      ...(set && { set }),
      answeredIn: strays,
      newlyPinned,
    },
    tools: tools.map((tool) => cleanText(tool, 80)),
    findings: findings.map(({ found, ...finding }) => ({ ...finding, ...found })),
    checked: checkedIn(facts),
    conforms: findings.every(
      ({ severity, found }) =>
        severity !== "breaks-release" && (severity !== "will-not-work" || found === undefined),
    ),
  };
}

/** Where an agent could not be asked; `reason` is a sentence. `rule`: what it breaks by that. */
export function unreachableOutput(agentUrl: string, reason: string, rule?: string): DoctorOutput {
  return {
    command: "doctor",
    agent: agentUrl,
    usable: false,
    uses: [],
    tools: [],
    findings: [{ ...willNotWork("connection", reason), ...(rule && { rule }) }],
    checked: {},
    conforms: false,
  };
}
