import { openSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { ReadStream, WriteStream } from "node:tty";
import { UsageError } from "../desk/usage-error.ts";

/** The terminal that a person sits at. What is asked rejects with a UsageError where the person breaks it off. */
export interface Terminal extends Disposable {
  readonly show: (text: string) => void;
  readonly ask: (question: string) => Promise<string>;
  /** Shows nothing of what is typed. */
  readonly askHidden: (question: string) => Promise<string>;
}

/**
 * The process's own terminal, whatever its standard input is: what is piped into a command is no person's word. Throws a
 * UsageError where the process has none, which begins with what is left `undone` and ends with `advice`. A program that
 * makes a terminal for a command is not distinguished from a person.
 */
export function openTerminal(undone: string, advice = ""): Terminal {
  const streams = open();
  if (streams === undefined)
    throw new UsageError(
      `${undone}: a person does that at a terminal, and this process has none. Run the command in one${advice}`,
    );
  const { input, output, close } = streams;
  const readAnswer = async (question: string, echo: NodeJS.WritableStream) => {
    const lines = createInterface({ input, output: echo, terminal: true, historySize: 0 });
    const brokenOff = new Promise<never>((_, reject) =>
      lines.once("close", () => reject(new UsageError(`${undone}: it was broken off`))),
    );
    try {
      if (echo !== output) output.write(question);
      return await Promise.race([lines.question(echo === output ? question : ""), brokenOff]);
    } finally {
      lines.close();
      brokenOff.catch(() => undefined);
      if (echo !== output) output.write("\n");
    }
  };
  return {
    show: (text) => {
      output.write(`${text}\n`);
    },
    ask: (question) => readAnswer(question, output),
    askHidden: (question) =>
      readAnswer(question, new Writable({ write: (_chunk, _encoding, written) => written() })),
    [Symbol.dispose]: close,
  };
}

function open() {
  // Windows has no file for the terminal of a process.
  if (process.platform === "win32")
    return process.stdin.isTTY && process.stderr.isTTY
      ? { input: process.stdin, output: process.stderr, close: () => process.stdin.pause() }
      : undefined;
  try {
    const input = new ReadStream(openSync("/dev/tty", "r"));
    const output = new WriteStream(openSync("/dev/tty", "w"));
    const close = () => {
      input.destroy();
      output.destroy();
    };
    return { input, output, close };
  } catch {
    return undefined;
  }
}
