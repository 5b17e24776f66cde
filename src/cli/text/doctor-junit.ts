import type { DoctorOutput } from "../../desk/doctor/output.ts";

/** The same as a report that build servers read: one case for each kind of agent, each task that was checked, and each fault. */
export function doctorJunit({ agent, uses, findings, checked }: DoctorOutput): string {
  const faults = findings.filter(({ severity }) => severity === "breaks-release");
  const stops = findings.filter(({ severity }) => severity === "will-not-work");
  const reached = uses.map(({ kind, usable }) =>
    usable
      ? testCase("usable", kind)
      : failure(
          "usable",
          kind,
          stops
            .filter((finding) => finding.stops.includes(kind))
            .map(({ text }) => text)
            .join(" "),
        ),
  );
  const answered = Object.keys(checked)
    .filter((task) => !faults.some((fault) => fault.task === task))
    .map((task) => testCase(task, "conforms"));
  const broken = faults.map(({ task = "", rule = "", path = "", text }) =>
    failure(task, `${rule} ${path}`, text),
  );
  const reason = stops.map(({ text }) => text).join(" ");
  const unreached = uses.length === 0 ? [failure("usable", "agent", reason)] : [];
  const cases = [...unreached, ...reached, ...answered, ...broken];
  const failures = cases.filter((one) => one.includes("<failure")).length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="flightdesk doctor" tests="${cases.length}" failures="${failures}">`,
    `<testsuite name="${escaped(agent)}" tests="${cases.length}" failures="${failures}">`,
    ...cases,
    "</testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function testCase(group: string, name: string, inside = ""): string {
  const attributes = `classname="${escaped(group)}" name="${escaped(name)}"`;
  return inside === "" ? `<testcase ${attributes}/>` : `<testcase ${attributes}>${inside}</testcase>`;
}

function failure(group: string, name: string, message: string): string {
  return testCase(group, name, `<failure message="${escaped(message)}"/>`);
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? "");
}
