import { Command } from "commander";

export function briefCommand(): Command {
  return new Command("brief")
    .summary("make a brief.yaml of free text, and check one")
    .description("Reads and writes files alone: no seller is asked and nothing is bought.")
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
      "Writes each value with the words it came from. What is missing or has two readings stands there as a question:\n" +
        "a campaign does not start before every question is answered and deleted. Exit code 3 where there is one.",
    )
    .argument("<brief>", "the text itself, a .md, .txt or .pdf file, or - for standard input")
    .option("--out <file>", "where to write it", "brief.yaml")
    .option("--force", "write over a file that exists")
    .option("--config <file>", "settings file (default flightdesk.yaml)")
    .option("--json", "one JSON document on standard output")
    .addHelpText("after", "\nExample:\n  $ flightdesk brief new rfp.pdf --out spring.yaml\n")
    .action(async (given: string, flags: Record<string, unknown>) => {
      const { newBrief } = await import("../brief.ts");
      await newBrief(given, flags);
    });
}

function checkCommand(): Command {
  return new Command("check")
    .summary("tell every mistake in a brief.yaml, with line and column")
    .description(
      "Tells each mistake and what to write instead (exit code 2), and what is still open (exit code 3).",
    )
    .argument("<brief>", "brief.yaml")
    .option("--json", "one JSON document on standard output")
    .addHelpText("after", "\nExample:\n  $ flightdesk brief check brief.yaml\n")
    .action(async (file: string, flags: Record<string, unknown>) => {
      const { checkBrief } = await import("../brief.ts");
      await checkBrief(file, flags);
    });
}
