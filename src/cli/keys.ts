import { stringify } from "yaml";
import { readMoney } from "../campaign/govern/policies/written.ts";
import { makeKeyFile, publicKeyOf, readKeyFile } from "../lib/key-file.ts";
import { UsageError } from "./usage-error.ts";

/** `flightdesk keys approver new`: the private key stays in its file; what is printed may be shown to anybody. */
export function makeApproverKey(
  name: string,
  { out, upTo }: { readonly out: string; readonly upTo: string },
): void {
  const limit = readMoney(upTo);
  if ("problem" in limit) throw new UsageError(`--up-to: ${limit.problem}`);
  if (!made(out)) throw new UsageError(`${out}: there is a file already; a key is never written over one`);
  const entry = { name, public_key: publicKeyOf(readKeyFile(out)), up_to: upTo };
  const lines = stringify([entry], { defaultStringType: "QUOTE_DOUBLE", defaultKeyType: "PLAIN" });
  process.stdout.write(lines.replace(/^/gm, "  ").trimEnd().concat("\n"));
  process.stderr.write(`${out}: the private key. The lines belong under \`approvers:\` in approvers.yaml.\n`);
}

function made(file: string): boolean {
  try {
    return makeKeyFile(file);
  } catch (cause) {
    throw new UsageError(`${file}: cannot be written`, { cause });
  }
}
