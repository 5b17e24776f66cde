import { z } from "zod";
import { cleanText } from "../../lib/clean-text.ts";
import { dialectNames } from "../../protocol/dialects/dialect.ts";
import type { Judgement } from "./assess-agent.ts";
import type { AgentFacts } from "./facts.ts";
import { severities, subjects, uses, willNotWork } from "./finding.ts";

/** What `doctor` prints with `--json`. */
export const doctorOutputSchema = z.strictObject({
  command: z.literal("doctor"),
  agent: z.string().describe("its address"),
  usable: z.boolean().describe("whether it can be bought from, or used as one of the other kinds that it is"),
  uses: z
    .array(z.strictObject({ kind: z.enum(uses), usable: z.boolean() }))
    .describe("what it is, and whether it can be used as that; empty where it cannot be reached"),
  protocol: z
    .strictObject({
      says: z.enum(dialectNames).describe("the dialect that it declares now"),
      pinned: z.enum(dialectNames).optional().describe("what was pinned for it before"),
      set: z.enum(dialectNames).optional().describe("the dialect that the settings name for it"),
      answeredIn: z.array(z.string()).describe("releases that it answered in beside the one agreed on"),
      newlyPinned: z.boolean().describe("true where --pin has taken over what it says"),
    })
    .optional()
    .describe("absent where it cannot be reached or has no protocol that is known"),
  tools: z.array(z.string()).describe("as it lists them"),
  findings: z.array(
    z.strictObject({
      severity: z.enum(severities),
      about: z.enum(subjects),
      text: z.string().describe("one sentence"),
      stops: z.array(z.enum(uses)).readonly().describe("what it cannot be used as because of this"),
    }),
  ),
});
export type DoctorOutput = z.infer<typeof doctorOutputSchema>;

export function doctorOutput(facts: AgentFacts, { uses, findings }: Judgement): DoctorOutput {
  const { agentUrl, says, pinned, set, strays, tools, newlyPinned } = facts;
  return {
    command: "doctor",
    agent: agentUrl,
    usable: uses.some(({ usable }) => usable),
    uses: [...uses],
    protocol: {
      says,
      pinned: pinned?.dialect,
      ...(set && { set }),
      answeredIn: [...strays],
      newlyPinned,
    },
    tools: tools.map((tool) => cleanText(tool, 80)),
    findings: [...findings],
  };
}

/** Where an agent could not be asked; `reason` is a sentence. */
export function unreachableOutput(agentUrl: string, reason: string): DoctorOutput {
  return {
    command: "doctor",
    agent: agentUrl,
    usable: false,
    uses: [],
    tools: [],
    findings: [willNotWork("connection", reason)],
  };
}
