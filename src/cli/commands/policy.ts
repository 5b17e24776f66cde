import { Command } from "commander";

export function policyCommand(): Command {
  return new Command("policy")
    .summary("check, test and explain the local policies")
    .description("Reads policy files alone: no agent is called and nothing is changed.")
    .addHelpText("after", "\nExample:\n  $ flightdesk policy check policies/house-rules.yaml\n")
    .addCommand(
      filesCommand("check", "tell every mistake in the files, with line and column", [
        "Exit code 2 where there is any: nothing runs with a policy that cannot be read.",
      ]).action(async (files: string[], flags: Record<string, unknown>) => {
        const { checkPolicies } = await import("../policy.ts");
        checkPolicies(files, flags);
      }),
    )
    .addCommand(
      filesCommand("test", "judge the cases that stand beside the rules (house-rules.cases.yaml)", [
        "A case says what is known of a step and what should follow; a fact that it leaves out is not known, and a rule that",
        "looks at it denies. Rules in shadow mode are tested as if they were enforced. Exit code 1 where a case fails.",
      ]).action(async (files: string[], flags: Record<string, unknown>) => {
        const { testPolicies } = await import("../policy.ts");
        testPolicies(files, flags);
      }),
    )
    .addCommand(
      filesCommand("explain", "say each rule and cap in a sentence, made from the rule itself", []).action(
        async (files: string[], flags: Record<string, unknown>) => {
          const { explainPolicies } = await import("../policy.ts");
          explainPolicies(files, flags);
        },
      ),
    );
}

function filesCommand(name: string, summary: string, description: readonly string[]): Command {
  return new Command(name)
    .summary(summary)
    .description([`${summary[0]?.toUpperCase()}${summary.slice(1)}.`, ...description].join("\n"))
    .argument("[files...]", "policy files; those of the policy folder where absent")
    .option("--policies <folder>", "folder of the local policy files (default policies/)")
    .option("--config <file>", "settings file (default flightdesk.yaml)")
    .option("--json", "one JSON document on standard output")
    .addHelpText("after", `\nExample:\n  $ flightdesk policy ${name} policies/house-rules.yaml\n`);
}
