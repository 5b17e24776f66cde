import { join } from "node:path";
import { type KeyRing, readKeyRing } from "../protocol/signing/key-ring.ts";
import type { Desk } from "./desk.ts";
import { UsageError } from "./usage-error.ts";

/** The folder of the keys that requests are signed with. */
export function ringFolder({ settings, home }: Pick<Desk, "settings" | "home">): string {
  return settings.signing_keys ?? join(home, "signing-keys");
}

/** What is in it. Throws a UsageError where that cannot be read. */
export function ringOf(desk: Pick<Desk, "settings" | "home">): KeyRing {
  try {
    return readKeyRing(ringFolder(desk));
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
