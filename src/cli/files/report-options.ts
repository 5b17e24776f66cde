import { existsSync, statSync } from "node:fs";
import { type Command, InvalidArgumentError } from "commander";
import { reportFormats } from "../../desk/files/report-files.ts";
import { UsageError } from "../../desk/usage-error.ts";

/** The flags of commands that write a report at their end. */
export function withReport<Given extends Command>(command: Given): Given {
  return command
    .option("--format <formats>", `also write the report as ${reportFormats.slice(1).join(", ")}`, formatsOf)
    .option("--out <folder>", "folder for the report (default .flightdesk/reports)");
}

export const formatsOf = listedAmong(reportFormats);

export const statementFormats = ["xlsx", "md", "json"] as const;

/** Reads `html,xlsx` as names. Refuses what is none of them. */
export function listedAmong<Name extends string>(names: readonly Name[]): (words: string) => readonly Name[] {
  return (words) =>
    words.split(",").map((word) => {
      const known = names.find((name) => name === word.trim());
      if (known === undefined) throw new InvalidArgumentError(`"${word}" is not one of ${names.join(", ")}.`);
      return known;
    });
}

/** What the flags of `withReport` say. */
export function reportOptions(flags: Readonly<Record<string, unknown>>) {
  const { format, out } = flags;
  // Before anybody is asked for anything.
  if (typeof out === "string" && existsSync(out) && !statSync(out).isDirectory())
    throw new UsageError(`--out: ${out} is a file; name a folder`);
  const formats = reportFormats.filter((name) => Array.isArray(format) && format.includes(name));
  return {
    ...(formats.length > 0 ? { formats } : {}),
    ...(typeof out === "string" ? { out } : {}),
  };
}
