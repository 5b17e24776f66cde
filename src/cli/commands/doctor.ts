import type { DoctorOutput } from "../../desk/doctor/output.ts";
import { atDesk } from "../door.ts";
import { exitCodes } from "../exit-codes.ts";
import { type Flags, textOf } from "../flags.ts";
import { Command, withSettings } from "../options.ts";
import { print } from "../print.ts";

/** `flightdesk doctor`: what will and will not work with an agent, and whether its answers are as they have to be. */
export function doctorCommand(): Command {
  return withSettings(new Command("doctor"))
    .summary("check what will and will not work with an agent")
    .description(
      "Finds out which protocol and release the agent speaks, reads what it declares, and asks each task once that " +
        "only reads. What it answers is checked against its release and against what can be bought. Nothing is changed " +
        "at the agent.",
    )
    .argument("<agent>", "its address, or its id in the registry")
    .option("--brief <file>", "ask for products with this brief, as compare does")
    .option("--strict", "exit with 4 if it can be used and an answer breaks its release or another rule")
    .option("--schemas <folder>", "check against the JSON Schemas in this folder")
    .option("--junit <file>", "also write the findings as JUnit XML")
    .option("--pin", "from now on use the protocol that it reports now, if another one is pinned")
    .addHelpText(
      "after",
      "\nExit codes: 0 it can be used, 1 it cannot, 2 usage, 4 it can be used and breaks its release (--strict).",
    )
    .prints("doctor https://seller.example/mcp --strict")
    .action(async (agent: string, flags: Flags) => {
      const { checkedAddress } = await import("../../desk/doctor/examine.ts");
      const agents = agent.includes("://") ? [checkedAddress(agent)] : [];
      const brief = await briefIn(flags);
      await atDesk(flags, { bare: true, agents }, async (ask) => {
        const name = flags["pin"] === true ? "pin-dialect" : "doctor";
        const input = { agent, schemas: textOf(flags["schemas"]), ...(brief && { brief }) };
        const found = await ask(name, input);
        process.exitCode = exitCodeOf(found, flags["strict"] === true);
        await writeJunit(found, textOf(flags["junit"]));
        print(found, flags, (await import("../text/doctor.ts")).doctorText);
      });
    });
}

function exitCodeOf({ usable, conforms }: DoctorOutput, isStrict: boolean): number {
  if (!usable) return exitCodes.failed;
  return isStrict && !conforms ? exitCodes.part : exitCodes.done;
}

async function briefIn(flags: Flags): Promise<{ name: string; text: string } | undefined> {
  const file = textOf(flags["brief"]);
  if (file === undefined) return undefined;
  return { name: file, text: await (await import("../input/brief-text.ts")).briefText(file) };
}

async function writeJunit(found: DoctorOutput, file: string | undefined): Promise<void> {
  if (file === undefined) return;
  const { writeFileSync } = await import("node:fs");
  const { writing } = await import("../../desk/files/writing.ts");
  const { doctorJunit } = await import("../text/doctor-junit.ts");
  writing(file, () => writeFileSync(file, doctorJunit(found)));
}
