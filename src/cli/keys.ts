import type { KeyObject } from "node:crypto";
import { stringify } from "yaml";
import { readMoney } from "../campaign/model/policy/written.ts";
import { UsageError } from "../desk/usage-error.ts";
import { messageOf } from "../lib/cause.ts";
import { isSealed, makeKeyFile, publicKeyOf, readKeyFile, sealKeyFile } from "../lib/key-file.ts";
import { openTerminal, type Terminal } from "./terminal.ts";

/** Characters of a passphrase: a file that is copied can be tried without end, and its derivation is a fast one. */
const shortest = 15;

/** `flightdesk keys approver new`: the private key stays in its file; what is printed may be shown to anybody. */
export async function makeApproverKey(
  name: string,
  { out, upTo }: { readonly out: string; readonly upTo: string },
): Promise<void> {
  const limit = readMoney(upTo);
  if ("problem" in limit) throw new UsageError(`--up-to: ${limit.problem}`);
  using terminal = openTerminal("no key is made");
  const passphrase = await newPassphrase(terminal);
  if (!made(out, passphrase))
    throw new UsageError(`${out}: there is a file already; a key is never written over one`);
  const entry = { name, public_key: publicKeyOf(readKeyFile(out, passphrase)), up_to: upTo };
  const lines = stringify([entry], { defaultStringType: "QUOTE_DOUBLE", defaultKeyType: "PLAIN" });
  process.stdout.write(lines.replace(/^/gm, "  ").trimEnd().concat("\n"));
  process.stderr.write(`${out}: the private key. The lines belong under \`approvers:\` in approvers.yaml.\n`);
}

/** `flightdesk keys approver passphrase`: the key stays the same, so that approvers.yaml does too. */
export async function changePassphrase(file: string): Promise<void> {
  using terminal = openTerminal("the key is left as it is");
  const key = await opened(file, terminal);
  sealKeyFile(file, key, await newPassphrase(terminal));
  process.stderr.write(`${file} is under the new passphrase\n`);
}

async function opened(file: string, terminal: Terminal): Promise<KeyObject> {
  try {
    return isSealed(file)
      ? readKeyFile(file, await terminal.askHidden(`Present passphrase of ${file}: `))
      : readKeyFile(file);
  } catch (cause) {
    throw new UsageError(messageOf(cause), { cause });
  }
}

async function newPassphrase(terminal: Terminal): Promise<string> {
  const passphrase = await terminal.askHidden(`New passphrase, ${shortest} characters or more: `);
  if (Array.from(passphrase).length < shortest)
    throw new UsageError(`a passphrase has ${shortest} characters or more: nothing was written`);
  if ((await terminal.askHidden("The same again: ")) !== passphrase)
    throw new UsageError("the two are not the same: nothing was written");
  return passphrase;
}

function made(file: string, passphrase: string): boolean {
  try {
    return makeKeyFile(file, passphrase);
  } catch (cause) {
    throw new UsageError(`${file}: cannot be written`, { cause });
  }
}
