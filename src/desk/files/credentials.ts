import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "../../config.ts";
import type { SellerCredentials } from "../../protocol/credentials/book.ts";
import { credentialPorts, readCredentialsFile } from "../../protocol/credentials/file.ts";
import { orUsageError } from "../as-usage-error.ts";
import { UsageError } from "../usage-error.ts";

/** Where the sellers' credentials lie. */
export function credentialsFile({ credentials, home = ".flightdesk" }: Settings): string {
  return credentials ?? join(home, "credentials.yaml");
}

/** The sellers' credentials; undefined where there is no file and none was asked for. Throws a UsageError by line. */
export function loadCredentials(settings: Settings): SellerCredentials | undefined {
  const file = credentialsFile(settings);
  if (!existsSync(file)) {
    if (settings.credentials === undefined) return undefined;
    throw new UsageError(`${file}: there is no such file; flightdesk sellers add makes it`);
  }
  const reading = orUsageError(() => readCredentialsFile(file));
  if ("problems" in reading) throw new UsageError(reading.problems.join("\n"));
  return { entries: reading.entries, ...credentialPorts(file, process.env) };
}
