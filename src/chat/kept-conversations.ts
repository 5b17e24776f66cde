import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { UsageError } from "../desk/usage-error.ts";
import { type Conversation, conversationSchema } from "./chat.ts";

export function newConversation(): Conversation {
  return {
    id: randomUUID().slice(0, 8),
    begunAt: new Date().toISOString(),
    campaigns: [],
    messages: [],
  };
}

/** A conversation is kept after each answer, so that it can be gone on with, and shows how a proposal came about. */
export function keepConversation(conversation: Conversation, home: string): void {
  const path = fileOf(conversation.id, home);
  mkdirSync(join(home, folder), { recursive: true, mode: 0o700 });
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, JSON.stringify(conversation, null, 2), { mode: 0o600 });
  renameSync(unfinished, path);
}

/** Throws a UsageError where there is none of that id, or where it is not as it was written. */
export function keptConversation(id: string, home: string): Conversation {
  const path = fileOf(id, home);
  try {
    return conversationSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (cause) {
    const known = existsSync(join(home, folder)) ? readdirSync(join(home, folder)) : [];
    throw new UsageError(
      `there is no conversation ${id} that can be gone on with (${path}). ${known.length === 0 ? "None is kept here" : `Kept: ${known.map((name) => basename(name, ".json")).join(", ")}`}`,
      { cause },
    );
  }
}

/** The command that goes on with a conversation. */
export function resumeCommand(id: string, onSandbox: boolean): string {
  return `flightdesk chat --resume ${id}${onSandbox ? " --sandbox" : ""}`;
}

const folder = "conversations";

function fileOf(id: string, home: string): string {
  if (!conversationSchema.shape.id.safeParse(id).success)
    throw new UsageError(`"${id}" is not the id of a conversation`);
  return join(home, folder, `${id}.json`);
}
