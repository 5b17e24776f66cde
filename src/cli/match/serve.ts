import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { appendFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parse } from "yaml";
import { durationSchema } from "../../config.ts";
import { readText } from "../../desk/files/read-text.ts";
import { writing } from "../../desk/files/writing.ts";
import { UsageError } from "../../desk/usage-error.ts";
import { isoTime } from "../../lib/clock.ts";
import { dayMs } from "../../lib/days.ts";
import { counted } from "../../lib/english.ts";
import { makePrivateFile, readPrivateFile } from "../../lib/files/private-file.ts";
import { fieldPath } from "../../lib/json-object.ts";
import { uidTypes } from "../../match/identity.ts";
import { serveMatch } from "../../match/serve.ts";
import { type MatchSettings, matchSettingsSchema } from "../../match/settings.ts";
import { hashToken, type TokenLine } from "../../match/stored-tokens.ts";
import { openLog } from "../../server/log.ts";
import { type Flags, textOf } from "../flags.ts";
import { logLevelOf } from "../options.ts";

/** Nobody is left out for longer than a year: a list that is never emptied becomes a register of people. */
const longestMs = 366 * dayMs;

/** `flightdesk match serve`: until the process is stopped. It opens no ledger and knows no campaign. */
export async function serveMatching(flags: Flags): Promise<void> {
  const settingsFile = String(flags["settings"]);
  const settings = readSettings(settingsFile, readText(settingsFile));
  const log = openLog({ masked: (record) => record, level: logLevelOf(flags) });
  await using matching = await serveMatch({
    settings,
    settingsFile,
    readSettings: (text) => readSettings(settingsFile, text),
    tokenKey: tokenKeyOf(settings),
    onNotice: (line) => log.info(line),
  });
  process.stdout.write(
    `flightdesk match: pages on port ${matching.context.port}, tokens on port ${matching.identity.port} (stop with Ctrl-C)\n`,
  );
  await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
}

/** Adds tokens to those that see nothing of a package, or of any. Tokens are read, hashed and forgotten. */
export function suppress(flags: Flags, input: string): string {
  const file = String(flags["settings"]);
  const settings = readSettings(file, readText(file));
  const lasts = durationSchema.safeParse(flags["for"]);
  if (!lasts.success || lasts.data > longestMs)
    throw new UsageError(`--for: write a time of at most 366 days, such as "30 days"`);
  const [packageId, seller] = [textOf(flags["package"]), textOf(flags["seller"])];
  if ((packageId === undefined) !== (seller === undefined))
    throw new UsageError("a package is named by its seller, too: --package <id> --seller <url>, or neither");
  const key = tokenKeyOf(settings);
  const expire_at = isoTime(Date.now() + lasts.data);
  const about = packageId !== undefined &&
    seller !== undefined && { seller_agent_url: seller, package_id: packageId };
  const lines = input
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map((line, at): TokenLine => {
      const [written = "", user_token = "", ...more] = line.split(/\s+/);
      const uid_type = uidTypes.find((type) => type === written);
      if (uid_type === undefined || user_token === "" || more.length > 0)
        throw new UsageError(
          `line ${at + 1} of standard input: write a kind of token and the token: ${uidTypes.join(", ")}`,
        );
      return { token: hashToken({ uid_type, user_token }, key), expire_at, ...about };
    });
  const { held: tokensFile } = settings.identity;
  writing(tokensFile, () =>
    appendFileSync(tokensFile, lines.map((line) => `${JSON.stringify(line)}\n`).join(""), { mode: 0o600 }),
  );
  return `${counted(lines.length, "token")} left out until ${expire_at}, in ${tokensFile}`;
}

/** Paths in it are beside it. Throws a UsageError that names what is wrong. */
function readSettings(file: string, text: string): MatchSettings {
  const read = matchSettingsSchema.safeParse(parse(text));
  if (!read.success)
    throw new UsageError(
      read.error.issues
        .map(({ path, message }) => `${file}: ${fieldPath(path) || "it"}: ${message}`)
        .join("\n"),
    );
  const { packages, identity, ...rest } = read.data;
  const beside = (path: string) => resolve(dirname(file), path);
  return {
    ...rest,
    packages: beside(packages),
    identity: { ...identity, held: beside(identity.held), token_key: beside(identity.token_key) },
  };
}

/** Made where there is none: whoever writes hashed tokens needs the same. */
function tokenKeyOf({ identity: { token_key: file } }: MatchSettings): string {
  writing(file, () => makePrivateFile(file, `${randomBytes(32).toString("hex")}\n`));
  return readPrivateFile(file).trim();
}
