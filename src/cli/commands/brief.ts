import { existsSync } from "node:fs";
import { Command } from "commander";
import { callOperation } from "../../desk/operations.ts";
import { UsageError } from "../../desk/usage-error.ts";
import { atDesk, atTerminal } from "../door.ts";
import { exitCodes } from "../exit-codes.ts";
import { type Flags, textOf } from "../flags.ts";
import { printJson } from "../print.ts";
import { writeFile } from "../write-file.ts";

export function briefCommand(): Command {
  return new Command("brief")
    .summary("turn free text into a brief.yaml, and check one")
    .description("Only reads and writes files: no seller is asked and nothing is bought.")
    .addHelpText(
      "after",
      '\nExample:\n  $ flightdesk brief new "50k EUR for acme.example, March 2027, France"\n',
    )
    .addCommand(newCommand())
    .addCommand(checkCommand());
}

function newCommand(): Command {
  return new Command("new")
    .summary("read free text into a brief.yaml")
    .description(
      "Writes each value with the words it came from. What is missing or ambiguous becomes a question in " +
        "the file: a campaign starts only after every question is answered and deleted. Exit code 3 if there " +
        "are questions.",
    )
    .argument(
      "<brief>",
      "the text itself, a file (.md, .txt, .pdf, .docx, .xlsx, .eml, .html), or - for standard input",
    )
    .option("--out <file>", "the file to write", "brief.yaml")
    .option("--force", "overwrite an existing file")
    .option("--config <file>", "settings file (default flightdesk.yaml)")
    .option("--json", "print one JSON document instead of text")
    .addHelpText("after", "\nExample:\n  $ flightdesk brief new rfp.pdf --out spring.yaml\n")
    .action(async (given: string, flags: Flags) => {
      const file = textOf(flags["out"]) ?? "brief.yaml";
      const overwrite = flags["force"] === true;
      if (existsSync(file) && !overwrite)
        throw new UsageError(`${file}: exists already; choose another --out, or --force to write over it`);
      await atDesk(flags, {}, async (session) => {
        const text = await (await import("../input/brief-text.ts")).freeTextFrom(given);
        const drafted = await callOperation("draft-brief", session, { text }, atTerminal(flags));
        const { brief, questions, values, untaken, language } = drafted;
        writeFile(file, brief, { asked: true, overwrite });
        process.exitCode = questions.length > 0 ? exitCodes.waiting : exitCodes.done;
        const { briefOutput, draftText } = await import("../text/brief.ts");
        if (flags["json"] === true)
          printJson(briefOutput("brief new", file, { questions, values, untaken, language }));
        else process.stdout.write(`${draftText(file, drafted)}\n`);
      });
    });
}

function checkCommand(): Command {
  return new Command("check")
    .summary("list every mistake in a brief.yaml, with line and column")
    .description(
      "Lists each mistake and what to write instead (exit code 2), and each question that is still open (exit code 3).",
    )
    .argument("<brief>", "brief.yaml")
    .option("--json", "print one JSON document instead of text")
    .addHelpText("after", "\nExample:\n  $ flightdesk brief check brief.yaml\n")
    .action(async (file: string, flags: Flags) => {
      if (!/\.(?:ya?ml|json)$/i.test(file))
        throw new UsageError(
          `${file}: only a brief.yaml can be checked; make one with \`flightdesk brief new ${file}\``,
        );
      await atDesk(flags, {}, async (session) => {
        const text = await (await import("../input/brief-text.ts")).briefText(file);
        const checked = await callOperation("check-brief", session, { name: file, text }, atTerminal(flags));
        const open = checked.questions.length > 0 ? exitCodes.waiting : exitCodes.done;
        process.exitCode = checked.problems.length > 0 ? exitCodes.usage : open;
        const { briefOutput, checkedText } = await import("../text/brief.ts");
        if (flags["json"] === true) printJson(briefOutput("brief check", file, checked));
        else process.stdout.write(`${checkedText(file, checked)}\n`);
      });
    });
}
