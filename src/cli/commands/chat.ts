import { spawnSync } from "node:child_process";
import type { ChatAnswer, Conversation } from "../../chat/chat.ts";
import type { Caller } from "../../desk/caller.ts";
import { UsageError } from "../../desk/usage-error.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { atDesk, atTerminal, refuseWithoutModel } from "../door.ts";
import { exitCodes } from "../exit-codes.ts";
import { type Flags, textOf } from "../flags.ts";
import { Command, withSettings } from "../options.ts";
import { printJson } from "../print.ts";
import type { Session } from "../session.ts";

/** What a person decides in a conversation: flightdesk's own commands, which the model neither sees nor calls. */
const decisions = ["approve", "reject", "inbox"];

export function chatCommand(): Command {
  return withSettings(new Command("chat"))
    .summary("talk with a model that has flightdesk's tools")
    .description(
      "The configured model reads, plans and proposes with flightdesk's tools; it decides nothing. Figures that came from no tool are " +
        "marked. At a terminal it goes on until /quit; /inbox, /approve and /reject are yours alone: the model does not " +
        "see them. Each conversation is kept in the home folder.",
    )
    .argument("[words...]", "what you say; one answer, and it ends")
    .option("--resume <id>", "go on with a conversation")
    .option("--by <name>", "your name (default: your login name)")
    .prints('chat "why is metropol.example not in the newest plan?"', "chat --resume 3f1c9a20")
    .action(async (words: readonly string[], flags: Flags) => {
      const isOnce = words.length > 0;
      if (!isOnce && (flags["json"] === true || !process.stdin.isTTY || !process.stdout.isTTY))
        throw new UsageError('say something: flightdesk chat "..."; without words it needs a terminal');
      await atDesk(flags, {}, async (_ask, session) => {
        refuseWithoutModel(session, "flightdesk chat");
        const { model_name: name = "a model" } = session.settings;
        const { keptConversation, newConversation, resumeCommand } = await import(
          "../../chat/kept-conversations.ts"
        );
        const resumed = textOf(flags["resume"]);
        const conversation =
          resumed === undefined ? newConversation() : keptConversation(resumed, session.home);
        const { person, name: login } = atTerminal(flags);
        const at = { session, caller: { kind: "chat", name, person: person ?? login } as const };
        const goOn = `Kept. Go on with: ${resumeCommand(conversation.id, session.app.onSandbox)}\n`;
        if (!isOnce) {
          if (await talk(conversation, at, flags)) process.stdout.write(goOn);
          return;
        }
        const answer = await answered(words.join(" "), conversation, at);
        if (flags["json"] === true) printJson(jsonOf(answer));
        else tell(answer);
        if (answer.type === "unavailable") process.exitCode = exitCodes.failed;
        else if (flags["json"] !== true) process.stderr.write(goOn);
      });
    });
}

interface At {
  readonly session: Session;
  readonly caller: Caller;
}

async function answered(words: string, conversation: Conversation, { session, caller }: At) {
  const { say } = await import("../../chat/chat.ts");
  const onCall = (tool: string) => process.stderr.write(`  · asks ${tool}\n`);
  const answer = await say(words, conversation, { desk: session, caller, onCall });
  const { keepConversation } = await import("../../chat/kept-conversations.ts");
  if (answer.type === "answered") keepConversation(answer.conversation, session.home);
  return answer;
}

/** Until the person ends it: whether anything of it is kept. What fails ends no conversation. */
async function talk(begun: Conversation, at: At, flags: Flags): Promise<boolean> {
  const { isCancel, text } = await import("@clack/prompts");
  let conversation = begun;
  for (;;) {
    const words = await text({ message: "You", placeholder: "a question, a brief, or /quit" });
    if (isCancel(words) || words.trim() === "/quit") break;
    const [, command, rest = ""] = /^\/([a-z]+)\s*(.*)$/.exec(words.trim()) ?? [];
    if (command !== undefined) decide(command, rest, flags);
    else if (words.trim() !== "") {
      const answer = await answered(words, conversation, at);
      tell(answer);
      if (answer.type === "answered") conversation = answer.conversation;
    }
  }
  return conversation.messages.length > 0;
}

/** In a process of its own, at this terminal: nothing of it passes through the conversation. */
function decide(command: string, rest: string, flags: Flags): void {
  if (!decisions.includes(command))
    process.stdout.write(
      `/${command} is not a command here: ${decisions.map((one) => `/${one}`).join(", ")}, /quit\n`,
    );
  else if (flags["sandbox"] === true)
    process.stdout.write("The built-in sandbox ends with this conversation: nothing on it waits for you.\n");
  else {
    const settings = ["home", "config", "approvers", "approverKey"].flatMap((name) => {
      const value = textOf(flags[name]);
      return value === undefined ? [] : [`--${name === "approverKey" ? "approver-key" : name}`, value];
    });
    const [main = ""] = process.argv.slice(1);
    spawnSync(process.execPath, [main, command, ...rest.split(/\s+/).filter(Boolean), ...settings], {
      stdio: "inherit",
    });
  }
}

function tell(answer: ChatAnswer): void {
  if (answer.type === "unavailable") process.stderr.write(`No answer: ${answer.reason}.\n`);
  else process.stdout.write(`${cleanLines(answer.text)}\n`);
}

/** A model's words move no cursor. */
function cleanLines(text: string): string {
  return text
    .split("\n")
    .map((line) => cleanText(line, 2_000))
    .join("\n");
}

function jsonOf(answer: ChatAnswer) {
  if (answer.type === "unavailable") return { command: "chat", ...answer };
  const { conversation, ...rest } = answer;
  return { command: "chat", ...rest, conversation: conversation.id, campaigns: conversation.campaigns };
}
