import { removeEntry } from "../protocol/credentials/edit-file.ts";
import { entryNamed } from "./known-sellers.ts";
import { credentialsFile } from "./load-credentials.ts";
import { loadSettings } from "./load-settings.ts";

/** `flightdesk sellers remove`: forgets a credential here; the seller may still know it. */
export async function removeSeller(name: string, flags: Readonly<Record<string, unknown>>): Promise<void> {
  const { settings } = loadSettings(flags);
  const { seller } = entryNamed(name, settings);
  await removeEntry(credentialsFile(settings), seller);
  process.stderr.write(`${seller}: forgotten here. Have the seller withdraw it as well.\n`);
}
