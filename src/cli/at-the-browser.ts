import { spawn } from "node:child_process";
import { createInterface } from "node:readline/promises";
import type { InputOf } from "../desk/operations.ts";
import { UsageError } from "../desk/usage-error.ts";
import { cleanText } from "../lib/clean-text.ts";

/** The person at this terminal, who logs in at a seller. */
export function atTheBrowser(seller: string, browser: boolean): InputOf<"log-in">["person"] {
  return {
    confirmIssuer: (issuer) => confirm(seller, issuer),
    show: (address) => {
      process.stderr.write(`log in and allow access here:\n  ${address}\n`);
      if (browser) openBrowser(address);
    },
  };
}

async function confirm(name: string, issuer: string): Promise<boolean> {
  const shown = cleanText(issuer, 300);
  if (!process.stdin.isTTY)
    throw new UsageError(
      `${name} names ${shown} as its authorization server, and none of its publishers does. If the seller gave you this address, add --issuer ${shown}`,
    );
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(
      `${name} names ${shown} as its authorization server, and none of its publishers does.\n` +
        "Is it the one that the seller gave you? It will be the only one from now on. [y/N] ",
    );
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}

/** Opens an http address with what this machine opens such addresses with; where that fails, nothing happens. */
function openBrowser(address: string): void {
  const [program, ...words] = openers[process.platform] ?? ["xdg-open"];
  const child = spawn(program, [...words, new URL(address).href], { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};
