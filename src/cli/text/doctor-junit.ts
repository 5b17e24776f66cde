import type { DoctorOutput } from "../../desk/doctor/output.ts";

type Finding = DoctorOutput["findings"][number];

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
            .map(textOf)
            .join(" "),
        ),
  );
  const answered = Object.keys(checked)
    .filter((task) => !faults.some((fault) => fault.task === task))
    .map((task) => testCase(task, "conforms"));
  const broken = faults.map((fault) => failure(fault.task ?? "", nameOf(fault), fault.text));
  const unreached = uses.length === 0 ? [failure("usable", "agent", stops.map(textOf).join(" "))] : [];
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

function textOf({ text }: Finding): string {
  return text;
}

function nameOf({ rule = "", path = "" }: Finding): string {
  return `${rule} ${path}`;
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
