import { existsSync } from "node:fs";
import { UsageError } from "../../desk/usage-error.ts";
import { type Ask, atDesk } from "../door.ts";
import { exitCodes } from "../exit-codes.ts";
import { writeFile } from "../files/write-file.ts";
import { type Flags, textOf } from "../flags.ts";
import { Command, example } from "../options.ts";
import { print } from "../print.ts";

export function briefCommand(): Command {
  return new Command("brief")
    .summary("turn free text into a brief.yaml, and check one")
    .description("Only reads and writes files: no seller is asked and nothing is bought.")
    .addHelpText(...example('brief new "50k EUR for acme.example, March 2027, France"'))
    .addCommand(newCommand())
    .addCommand(answerCommand())
    .addCommand(checkCommand());
}

function newCommand(): Command {
  return new Command("new")
    .summary("read free text into a brief.yaml")
    .description(
      "Writes each value with the words it came from. What is missing or ambiguous is asked: at a terminal one " +
        "by one, else in the file. A campaign starts only after every question is answered. Exit code 3 if " +
        "questions are left, or words that look like a requirement.",
    )
    .argument(
      "<brief>",
      "the text itself, a file (.md, .txt, .pdf, .docx, .xlsx, .pptx, .eml, .msg, .html), or - for standard input",
    )
    .option("--out <file>", "the file to write", "brief.yaml")
    .option("--answers <file>", "answers in YAML or JSON, by the names of the fields that are asked about")
    .option("--force", "overwrite an existing file")
    .option("--config <file>", "settings file (default flightdesk.yaml)")
    .prints("brief new rfp.pdf --out spring.yaml")
    .action(async (given: string, flags: Flags) => {
      const file = textOf(flags["out"]) ?? "brief.yaml";
      const overwrite = flags["force"] === true;
      if (existsSync(file) && !overwrite)
        throw new UsageError(`${file}: exists already; choose another --out, or --force to write over it`);
      await atDesk(flags, {}, async (ask) => {
        const text = await (await import("../input/brief-text.ts")).freeTextFrom(given);
        const drafted = await ask("draft-brief", { text });
        const { values, unread, language } = drafted;
        const { briefOutput, readingText, writtenText } = await import("../text/brief.ts");
        if (flags["json"] !== true) process.stdout.write(readingText(drafted));
        const { brief, checked } = await answered(ask, flags, file, drafted.brief);
        writeFile(file, brief, { isWanted: true, overwrite });
        if (process.exitCode === exitCodes.done && unread.some(({ why }) => why === "requirement"))
          process.exitCode = exitCodes.waiting;
        const output = briefOutput("brief new", file, { ...checked, values, unread, language });
        print(output, flags, () => writtenText(file, checked));
      });
    });
}

function answerCommand(): Command {
  return new Command("answer")
    .summary("answer the open questions of a brief.yaml")
    .description(
      "Asks them one by one at a terminal, or takes them from --answers. An answer is the whole value of the field, as in a " +
        'brief.yaml or in words; "keep" takes it as it was read, "none" leaves it out. Exit code 3 if questions are left.',
    )
    .argument("<brief>", "brief.yaml")
    .option("--answers <file>", "answers in YAML or JSON, by the names of the fields that are asked about")
    .prints("brief answer brief.yaml")
    .asking({}, async ({ ask, flags }, file: string) => {
      const text = await (await import("../input/brief-text.ts")).briefText(file);
      const { brief, checked } = await answered(ask, flags, file, text);
      writeFile(file, brief, { isWanted: true });
      const { briefOutput, writtenText } = await import("../text/brief.ts");
      print(briefOutput("brief answer", file, checked), flags, () => writtenText(file, checked));
    });
}

/** A brief.yaml with the answers of a file, else of the person at this terminal; sets the exit code. */
async function answered(ask: Ask, flags: Flags, file: string, text: string) {
  const call = (brief: string, answers: Readonly<Record<string, unknown>>) =>
    ask("answer-brief", { text: brief, answers });
  const { open } = await call(text, {});
  let brief = text;
  const answers = textOf(flags["answers"]);
  if (answers !== undefined) {
    const { answersIn } = await import("../input/ask-questions.ts");
    const output = await call(brief, await answersIn(answers, open));
    const [problem] = Object.entries(output.refused).map(([id, why]) => `${answers}: ${id}: ${why}`);
    if (problem !== undefined) throw new UsageError(`${problem}; nothing was written`);
    brief = output.brief;
  } else if (open.length > 0 && flags["json"] !== true && process.stdin.isTTY && process.stdout.isTTY) {
    const { askQuestions } = await import("../input/ask-questions.ts");
    await askQuestions(open, async (id, answer) => {
      const output = await call(brief, { [id]: answer });
      brief = output.brief;
      return output.refused[id];
    });
  }
  const checked = await ask("check-brief", { name: file, text: brief });
  const left = checked.questions.length > 0 ? exitCodes.waiting : exitCodes.done;
  process.exitCode = checked.problems.length > 0 ? exitCodes.usage : left;
  return { brief, checked };
}

function checkCommand(): Command {
  return new Command("check")
    .summary("list every mistake in a brief.yaml, with line and column")
    .description(
      "Lists each mistake and what to write instead (exit code 2), and each question that is still open (exit code 3).",
    )
    .argument("<brief>", "brief.yaml")
    .prints("brief check brief.yaml")
    .asking({}, async ({ ask, flags }, file: string) => {
      const text = await (await import("../input/brief-text.ts")).briefText(file);
      if (!/\.(?:ya?ml|json)$/i.test(file))
        throw new UsageError(
          `${file}: only a brief.yaml can be checked; make one with \`flightdesk brief new ${file}\``,
        );
      const checked = await ask("check-brief", { name: file, text });
      const open = checked.questions.length > 0 ? exitCodes.waiting : exitCodes.done;
      process.exitCode = checked.problems.length > 0 ? exitCodes.usage : open;
      const { briefOutput, checkedText } = await import("../text/brief.ts");
      print(briefOutput("brief check", file, checked), flags, () => checkedText(file, checked));
    });
}
