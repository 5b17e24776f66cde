import { type Secrets, settingsSchema } from "../config.ts";
import { type OpenDesk, openDesk } from "../desk/open-desk.ts";
import { UsageError } from "../desk/usage-error.ts";
import { Secret } from "../lib/secret.ts";
import type { OpenOptions } from "./desk.ts";

/** Throws a UsageError that names each setting which is not what it should be. */
export function openInside({ settings = {}, secrets = {}, ...rest }: Omit<OpenOptions, "caller">): OpenDesk {
  const parsed = settingsSchema.safeParse(settings);
  if (!parsed.success)
    throw new UsageError(
      parsed.error.issues
        .map(({ path, message }) => `settings ${path.map(String).join(".")}: ${message}`)
        .join("\n"),
    );
  const { token, modelKey } = secrets;
  const kept: Secrets = {
    ...(token !== undefined && { token: new Secret(token) }),
    ...(modelKey !== undefined && { modelKey: new Secret(modelKey) }),
  };
  return openDesk({ ...rest, settings: parsed.data, secrets: kept });
}
