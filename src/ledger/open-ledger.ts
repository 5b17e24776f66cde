import { existsSync } from "node:fs";
import { join } from "node:path";
import { type PrivatePages, pagesIn, pagesInMemory } from "../lib/private-pages.ts";
import type { Ledger } from "./ledger.ts";
import type { Migration } from "./migrate.ts";
import { type KeptNonces, openNonceFile } from "./nonce-file.ts";
import { openPostgresLedger } from "./postgres.ts";
import { openPostgresNonces } from "./postgres-nonces.ts";
import { openPostgresPages } from "./postgres-pages.ts";
import { openWorkerRoll } from "./postgres-workers.ts";
import { wasMoved } from "./schema.ts";
import { keyFileOf } from "./signing-key.ts";
import { inMemory, openSqliteLedger } from "./sqlite.ts";

/** Where a desk's ledger is kept. */
export interface LedgerPlace {
  /** The folder of its file, and of the key that signs its chains wherever they are kept. */
  readonly home: string;
  /** A PostgreSQL database instead of the file. */
  readonly url?: string;
  /** UTC milliseconds. */
  readonly now: () => number;
  /** Called with how long each entry took to be written, in milliseconds. */
  readonly appended?: (milliseconds: number) => void;
  /** Called with what became of a file of an earlier format. */
  readonly migrated?: (migration: Migration) => void;
}

/** Opens a desk's ledger. A database is asked for with the first call. */
export function openLedger(place: LedgerPlace): Ledger {
  const ledger = ledgerAt(place);
  const { appended } = place;
  if (appended === undefined) return ledger;
  return {
    ...ledger,
    append: async (...of) => {
      const begun = performance.now();
      try {
        return await ledger.append(...of);
      } finally {
        appended(performance.now() - begun);
      }
    },
  };
}

function ledgerAt({ home, url, now, migrated }: LedgerPlace): Ledger {
  const file = ledgerFile(home);
  if (url === undefined) return openSqliteLedger(file, now, migrated);
  // What was bought before would be bought again by who does not know of it.
  if (existsSync(file) && !wasMoved(file))
    throw new Error(
      `${file} is a ledger, and ledger_url names another one: take it over with \`flightdesk ledger move\`, or name another folder with home`,
    );
  return openPostgresLedger({ url, keyFile: keyFileOf(file), now });
}

/** A ledger for what binds nobody, gone when it is closed, and the one that knows what was bought before. */
export function openPassing(place: LedgerPlace): { readonly ledger: Ledger; readonly past: Ledger } {
  const ledger = openSqliteLedger(inMemory, place.now);
  const hasPast = place.url !== undefined || existsSync(ledgerFile(place.home));
  return { ledger, past: hasPast ? openLedger(place) : ledger };
}

/** The nonces that sellers' webhooks came with, where the ledger is. */
export function openNonces({ home, url }: Omit<LedgerPlace, "now">): KeptNonces {
  return url === undefined
    ? openNonceFile(join(home, "nonces.db"))
    : openPostgresNonces(url, keyFileOf(ledgerFile(home)));
}

/**
 * Pages that outlive their process, where the ledger is: logins at sellers (a refresh token that two machines use is good for one),
 * briefs that people are at work on, and what they have filled in for documents.
 */
export function openKeptPages(
  { home, url }: Pick<LedgerPlace, "home" | "url">,
  table: "login" | "draft" | "document_detail",
): PrivatePages {
  return url === undefined
    ? pagesIn(join(home, `${table.replace("_", "-")}s`))
    : openPostgresPages(url, keyFileOf(ledgerFile(home)), table);
}

/** Which dialects agents were found to speak, in a database; undefined where the ledger is a file. */
export function openPinPages({ home, url }: Pick<LedgerPlace, "home" | "url">): PrivatePages | undefined {
  return url === undefined ? undefined : openPostgresPages(url, keyFileOf(ledgerFile(home)), "pin");
}

/** Who is logged in at the console, or about to be: on any machine where the ledger is a database, else in this process alone. */
export function openConsolePages(
  { home, url }: Pick<LedgerPlace, "home" | "url">,
  table: "session" | "begun_login",
): PrivatePages {
  return url === undefined ? pagesInMemory() : openPostgresPages(url, keyFileOf(ledgerFile(home)), table);
}

/** Who is at work on a ledger in a database. */
export function openWorkers({ home, url }: { readonly home: string; readonly url: string }) {
  return openWorkerRoll(url, keyFileOf(ledgerFile(home)));
}

export function ledgerFile(home: string): string {
  return join(home, "ledger.db");
}
