import { Argument, Command } from "commander";

const shells = ["bash", "zsh", "fish"] as const;

/** `flightdesk completion`: what a shell needs to complete the commands and flags of `program`. */
export function completionCommand(program: Command): Command {
  return new Command("completion")
    .summary("print a completion script for bash, zsh or fish")
    .addArgument(new Argument("<shell>", "whose").choices(shells))
    .addHelpText(
      "after",
      "\nExamples:\n  $ source <(flightdesk completion bash)   # a line of ~/.bashrc; zsh likewise\n" +
        "  $ flightdesk completion fish > ~/.config/fish/completions/flightdesk.fish\n",
    )
    .action((shell: string) => {
      process.stdout.write(shell === "fish" ? forFish(program) : forBash(program, shell === "zsh"));
    });
}

interface Place {
  readonly path: readonly string[];
  readonly command: Command;
}

/** Every command with the words that lead to it, the longest first. */
function placesIn(program: Command): readonly Place[] {
  const below = ({ path, command }: Place): Place[] => [
    ...command.commands.flatMap((inner) => below({ path: [...path, inner.name()], command: inner })),
    { path, command },
  ];
  return below({ path: [], command: program });
}

function flagsOf(command: Command): readonly string[] {
  return [...command.options.flatMap(({ long }) => long ?? []), "--help"];
}

/** zsh reads what is written for bash. Where no word fits, files are completed. */
function forBash(program: Command, inZsh: boolean): string {
  const cases = placesIn(program).map(({ path, command }) => {
    const words = [...command.commands.map((inner) => inner.name()), ...flagsOf(command)];
    return `    ${path.length === 0 ? "*" : `"${path.join(" ")} "*`}) words="${words.join(" ")}" ;;`;
  });
  return `${inZsh ? "autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n" : ""}_flightdesk() {
  local word words typed="" current="\${COMP_WORDS[COMP_CWORD]}"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) typed="$typed$word " ;; esac
  done
  case "$typed" in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _flightdesk flightdesk
`;
}

function forFish(program: Command): string {
  const lines = placesIn(program).flatMap(({ path, command }) => {
    const seen = path.map((name) => `__fish_seen_subcommand_from ${name}`);
    const inner = command.commands.map((one) => one.name()).join(" ");
    const notYet =
      path.length === 0 ? ["__fish_use_subcommand"] : [...seen, `not __fish_seen_subcommand_from ${inner}`];
    return [
      ...command.commands.map(
        (one) =>
          `complete -c flightdesk -f -n "${notYet.join("; and ")}" -a ${one.name()} -d ${quoted(one.summary())}`,
      ),
      ...command.options.flatMap(({ long, description }) =>
        long == null || path.length === 0
          ? []
          : `complete -c flightdesk -n "${seen.join("; and ")}" -l ${long.slice(2)} -d ${quoted(description)}`,
      ),
    ];
  });
  return `${lines.join("\n")}\n`;
}

function quoted(words: string): string {
  return `'${words.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
