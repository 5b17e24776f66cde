import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { UsageError } from "../../desk/usage-error.ts";

/** A secret from a prompt that shows nothing of it, or from standard input where that is no terminal. */
export async function readSecret(question: string): Promise<string> {
  const secret = (process.stdin.isTTY ? await prompted(question) : await text(process.stdin)).trim();
  if (secret === "") throw new UsageError("no secret was given: nothing was written");
  if (/\s/.test(secret)) throw new UsageError("a secret is one word on one line: nothing was written");
  return secret;
}

async function prompted(question: string): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, written) => written() });
  // A terminal's echo is the interface's own, and it writes to nowhere.
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  try {
    return await lines.question("");
  } finally {
    lines.close();
    process.stderr.write("\n");
  }
}
