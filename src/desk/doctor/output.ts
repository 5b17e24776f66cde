import { z } from "zod";
import { cleanText } from "../../lib/clean-text.ts";
import { dialectNames } from "../../protocol/dialects/dialect.ts";
import type { Judgement } from "./assess-agent.ts";
import type { AgentFacts } from "./facts.ts";
import { checkedIn } from "./find-faults.ts";
import { type Finding, severities, subjects, uses, willNotWork } from "./finding.ts";

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
      rule: z.string().optional().describe("the stable name of the rule that does not hold"),
      task: z.string().optional().describe("whose answer it is about"),
      path: z.string().optional().describe("JSON pointer into the answer as it came; / is the whole of it"),
      paths: z.array(z.string()).optional().describe("the first three places, where there are several"),
      count: z.number().int().optional().describe("places, where there are several"),
      value: z.string().optional().describe("what stands there, as JSON, cleaned and cut"),
      release: z.string().optional().describe("of the public standard, that the answer is written in"),
    }),
  ),
  checked: z.record(z.string(), z.number().int()).describe("answers that were checked, by task"),
  conforms: z.boolean().describe("whether no answer breaks its release or another rule"),
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
    findings: findings.map(outputOf),
    checked: { ...checkedIn(facts) },
    conforms: findings.every(
      ({ severity, found }) =>
        severity !== "breaks-release" && (severity !== "will-not-work" || found === undefined),
    ),
  };
}

function outputOf({ found, ...finding }: Finding): DoctorOutput["findings"][number] {
  const { paths, ...place } = found ?? {};
  return { ...finding, ...place, ...(paths && { paths: [...paths] }) };
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
