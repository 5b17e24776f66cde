import { dialectWords } from "../../desk/doctor/dialect-words.ts";
import type { Use } from "../../desk/doctor/finding.ts";
import type { DoctorOutput } from "../../desk/doctor/output.ts";
import { counted } from "../../lib/english.ts";

const headings = {
  good: "good",
  "will-not-work": "will not work",
  "breaks-release": "breaks its release",
  "to-know": "to know",
} as const;

const asKind: Readonly<Record<Use, { readonly yes: string; readonly no: string }>> = {
  sales: { yes: "it can be bought from", no: "it cannot be bought from" },
  creative: { yes: "it can be used for creatives", no: "it cannot be used for creatives" },
  signals: { yes: "it can be used for signals", no: "it cannot be used for signals" },
  governance: { yes: "it can govern plans", no: "it cannot govern plans" },
  brand: { yes: "it can be asked about brands", no: "it cannot be asked about brands" },
  data: { yes: "it takes audiences, catalogs or events", no: "it cannot be brought audiences" },
};

/** The answer in one line, then every finding in a line of its own under its heading. */
export function doctorText({ agent, protocol, uses, findings, checked, conforms }: DoctorOutput): string {
  const verdicts = uses.map(({ kind, usable }) => (usable ? asKind[kind].yes : asKind[kind].no));
  const speaks = protocol === undefined ? "" : ` speaks ${dialectWords[protocol.says]}`;
  const first = `${agent}${speaks}: ${verdicts.join(", ") || "it cannot be used"}`;
  const groups = Object.entries(headings).flatMap(([severity, heading]) => {
    const lines = findings.filter((finding) => finding.severity === severity);
    return lines.length === 0 ? [] : ["", heading, ...lines.map(({ text }) => `  ${text}`)];
  });
  const answers = Object.values(checked).reduce((sum, count) => sum + count, 0);
  const tasks = counted(Object.keys(checked).length, "task");
  const result = conforms ? "nothing in them breaks a rule" : "what breaks a rule is named below";
  const summary = answers === 0 ? [] : [`${counted(answers, "answer")} of ${tasks} checked: ${result}`];
  return [first, ...summary, ...groups].join("\n");
}
