import { exitCodes } from "../exit-codes.ts";
import { Command, example } from "../options.ts";
import { print, printJson } from "../print.ts";

export function policyCommand(): Command {
  return new Command("policy")
    .summary("check, test and explain the local policy files")
    .description("Only reads files: no agent is called and nothing is changed.")
    .addHelpText(...example("policy check policies/house-rules.yaml"))
    .addCommand(
      filesCommand("check", "list every mistake in the files, with line and column", [
        "Exit code 2 if there is one: nothing runs with a policy that cannot be read.",
      ]).asking({}, async ({ ask, flags }, files: string[]) => {
        const checked = await ask("check-policies", { files });
        process.exitCode = checked.problems.length > 0 ? exitCodes.usage : exitCodes.done;
        if (flags["json"] === true)
          return printJson({ ...checked, files: checked.files.map(({ file }) => file) });
        print(checked, flags, (await import("../text/policy.ts")).checkText);
      }),
    )
    .addCommand(
      filesCommand("test", "run the test cases that stand beside the rules (house-rules.cases.yaml)", [
        "A case lists facts about a step and the expected verdict. A fact that it leaves out counts as unknown, and a rule",
        "that needs it denies. Shadow rules are tested as if enforced. Exit code 1 if a case fails.",
      ]).asking({}, async ({ ask, flags }, files: string[]) => {
        const tested = await ask("test-policies", { files });
        process.exitCode = tested.failed > 0 ? exitCodes.failed : exitCodes.done;
        print(tested, flags, (await import("../text/policy.ts")).testText);
      }),
    )
    .addCommand(
      filesCommand("explain", "put each rule and cap in one plain sentence", []).asking(
        {},
        async ({ ask, flags }, files: string[]) => {
          const explained = await ask("explain-policies", { files });
          print(explained, flags, (await import("../text/policy.ts")).policiesText);
        },
      ),
    );
}

function filesCommand(name: string, summary: string, description: readonly string[]): Command {
  return new Command(name)
    .summary(summary)
    .description(description.join(" "))
    .argument("[files...]", "policy files (default: all in the policy folder)")
    .option("--policies <folder>", "folder of the local policy files (default policies/)")
    .option("--config <file>", "settings file (default flightdesk.yaml)")
    .prints(`policy ${name} policies/house-rules.yaml`);
}
