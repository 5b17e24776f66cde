import { join } from "node:path";
import { type KeyRing, readKeyRing } from "../protocol/signing/key-ring.ts";
import { orUsageError } from "./as-usage-error.ts";
import type { Desk } from "./desk.ts";

/** The folder of the keys that requests are signed with. */
export function ringFolder({ settings, home }: Pick<Desk, "settings" | "home">): string {
  return settings.signing_keys ?? join(home, "signing-keys");
}

/** What is in it. Throws a UsageError where that cannot be read. */
export function ringOf(desk: Pick<Desk, "settings" | "home">): KeyRing {
  return orUsageError(() => readKeyRing(ringFolder(desk)));
}
