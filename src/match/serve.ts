import { systemClock } from "../lib/clock.ts";
import { contextSide } from "./context.ts";
import { identitySide } from "./identity.ts";
import { listen } from "./listen.ts";
import { matchListener } from "./listener.ts";
import { openPackageList } from "./packages.ts";
import { type RouterKey, routerKeys } from "./routers.ts";
import type { MatchSettings } from "./settings.ts";
import { openStoredTokens } from "./stored-tokens.ts";
import { watchedFile } from "./watched-file.ts";

/** How often the files are checked: what is paused is out of all answers within a second. */
const pollMs = 200;

export interface MatchOptions {
  /** As they were read at the start; of a file that changes the routers alone are taken anew. */
  readonly settings: MatchSettings;
  readonly settingsFile: string;
  readonly readSettings: (text: string) => MatchSettings;
  readonly tokenKey: string;
  readonly now?: () => number;
  readonly onNotice: (line: string) => void;
  /** Called with each new list of packages in force. */
  readonly changed?: () => void;
}

/** Opens both sides of a match. Each has its own listener and its own memory of requests; they share the list of packages. */
export async function serveMatch(options: MatchOptions) {
  const { settings, tokenKey, now = systemClock.now, onNotice } = options;
  const packages = openPackageList(settings.packages, { now: now(), onNotice });
  const keys = watchedFile<ReadonlyMap<string, RouterKey>>(options.settingsFile, {
    read: (text) => routerKeys(options.readSettings(text).routers),
    none: new Map(),
    onNotice,
  });
  const tokens = openStoredTokens(settings.identity.held, onNotice);
  const { context, identity } = settings;
  const ports = (endpoint: string, refused: (why: string) => void) => ({
    packages,
    endpoint,
    keys: keys.value,
    now,
    refused,
  });
  const contextApp = matchListener(
    contextSide({ cacheTtl: context.cache_ttl }),
    ports(context.url, tally("context", onNotice)),
  );
  const identityApp = matchListener(
    identitySide({
      countries: identity.countries,
      consentCountries: identity.consent_countries,
      serveWindow: identity.serve_window,
      storedTokens: tokens.value,
      tokenKey,
      changedAt: packages.changedAt,
    }),
    ports(identity.url, tally("identity", onNotice)),
  );
  /** Reads what has changed. */
  const refresh = () => {
    keys.refresh();
    tokens.refresh();
    if (!packages.refresh(now())) return;
    onNotice("the list of packages has changed");
    options.changed?.();
  };
  const opened = await listen(contextApp, addressOf(context.listen));
  const other = await listen(identityApp, addressOf(identity.listen)).catch(async (cause: unknown) => {
    await opened.close();
    throw cause;
  });
  const polling = setInterval(refresh, pollMs);
  return {
    context: opened,
    identity: other,
    refresh,
    [Symbol.asyncDispose]: async () => {
      clearInterval(polling);
      await Promise.all([opened.close(), other.close()]);
    },
  };
}

/** Reports the first, tenth, hundredth … refusal of a kind: a router that is set up wrong is seen, and fills no disk. */
function tally(side: string, onNotice: (line: string) => void): (why: string) => void {
  const counts = new Map<string, number>();
  return (why) => {
    const count = (counts.get(why) ?? 0) + 1;
    counts.set(why, count);
    if (/^10*$/.test(String(count))) onNotice(`${side}: refused ${count} so far: ${why}`);
  };
}

function addressOf(written: string): { readonly host: string; readonly port: number } {
  const at = written.lastIndexOf(":");
  return { host: written.slice(0, at).replaceAll(/[[\]]/g, ""), port: Number(written.slice(at + 1)) };
}
