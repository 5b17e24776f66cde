import { Command, InvalidArgumentError, Option } from "commander";
import { protocolNames, publicReleases } from "../../protocol/tasks/names.ts";
import type { Flags } from "../flags.ts";
import { example, logLevelOption } from "../options.ts";
import { portNumber } from "../port-number.ts";
import type { ServeSandboxFlags } from "../serve-sandbox.ts";

export function sandboxCommand(): Command {
  return new Command("sandbox")
    .summary("run simulated sellers and other agents on this machine")
    .description(
      "A registry, sellers, and creative, signals, governance and brand agents on one local port, over MCP " +
        "Streamable HTTP. It prints the settings to use it with, and its token is public. `sandbox advance` " +
        "moves a running sandbox's calendar ahead.",
    )
    .option("--port <port>", "port on 127.0.0.1", portNumber, 4400)
    .option("--start <date>", "first date of its calendar (default: now)")
    .option(
      "--faults <file>",
      "a YAML file of what goes wrong, such as faults: [{ agent: sales, do: drop, when: after }]",
    )
    .option("--oauth <seller...>", "sellers that require a login: kiosk, korb, …")
    .option(
      "--principal <name=token...>",
      "further tenants, each with its bearer token: what is one's, no other sees",
      principals,
    )
    .addOption(
      new Option("--protocol <name>", "protocol of every agent")
        .choices(protocolNames)
        .default(protocolNames[0]),
    )
    .addOption(
      new Option("--version <release>", "release of the public standard (default: 3.0)").choices(
        publicReleases,
      ),
    )
    .addOption(logLevelOption("warn"))
    .addHelpText(...example("sandbox --port 4400", `sandbox --protocol ${protocolNames[1]} --version 3.1`))
    .action(async (flags: ServeSandboxFlags) => {
      const { serveSandbox } = await import("../serve-sandbox.ts");
      await serveSandbox(flags);
    })
    .addCommand(
      new Command("advance")
        .summary("move the calendar of a running sandbox ahead")
        .description(
          "Moves the sellers' calendar alone. A desk goes by this machine's date, and asks for delivery once a flight " +
            "has begun by that; `flightdesk demo` moves both.",
        )
        .requiredOption("--days <days>", "simulated days", dayCount)
        .option("--url <url>", "where it runs", "http://127.0.0.1:4400")
        .addHelpText(...example("sandbox advance --days 30"))
        .action(async ({ days, url }: { days: number; url: string }) => {
          const { advanceSandbox } = await import("../serve-sandbox.ts");
          await advanceSandbox(url, days);
        }),
    );
}

/** By token, as the sandbox knows callers. */
function principals(text: string, before: Readonly<Record<string, string>> = {}): Record<string, string> {
  const [, name, token] = /^([\w.-]+)=([\w~+/=.-]{8,})$/.exec(text) ?? [];
  if (name === undefined || token === undefined)
    throw new InvalidArgumentError("write name=token, with at least eight characters in the token.");
  if (before[token] !== undefined) throw new InvalidArgumentError("two principals have one token.");
  return { ...before, [token]: name };
}

function dayCount(text: string): number {
  const days = Number(text);
  if (!(days > 0) || days > 3660)
    throw new InvalidArgumentError("days are a number above 0 and at most 3660.");
  return days;
}

export function demoCommand(): Command {
  return new Command("demo")
    .summary("a guided tour without an account: approve, watch, change a buy")
    .description(
      "Runs a campaign at simulated sellers, in a home and with a clock of its own, and has you decide where a " +
        "person would. No account, no network, no real money.",
    )
    .option("--home <folder>", "the tour lies in the folder demo in it (default .flightdesk)")
    .addHelpText(...example("demo"))
    .action(async (flags: Flags) => {
      await (await import("../tour.ts")).guideThrough(flags);
    });
}
