import { z } from "zod";
import { lenient, looseFields } from "../../lib/described.ts";
import { onceForEach } from "../../lib/once-for.ts";
import type { FetchJson } from "../addresses/safe-fetch.ts";
import { reasonAgainst } from "./adagents.ts";
import { redirectOf } from "./brand-file.ts";

/** Somebody whom a brand lets act for it. A restriction that is absent does not restrict. */
export interface AuthorizedOperator {
  /** In lower case. */
  readonly domain: string;
  /** ISO 3166-1 alpha-2. */
  readonly countries?: readonly string[];
  /** UTC, ISO 8601. */
  readonly from?: string;
  readonly until?: string;
}

const time = lenient(z.iso.datetime({ offset: true }).or(z.iso.date()));

/** A restriction that cannot be read is none: better to show too little than something wrong. */
const entrySchema = looseFields({
  domain: z.string().transform((domain) => domain.toLowerCase()),
  countries: lenient(z.array(z.string().transform((code) => code.toUpperCase()))),
  valid_from: time,
  valid_until: time,
}).transform(
  ({ domain, countries, valid_from, valid_until }): AuthorizedOperator => ({
    domain,
    countries,
    from: valid_from,
    until: valid_until,
  }),
);

const fileSchema = looseFields({ authorized_operators: z.array(z.unknown()) });

/** Whom brands let act for them, as their `brand.json` says. */
export function operatorBook(fetchJson: FetchJson) {
  const lists = new Map<string, readonly AuthorizedOperator[]>();
  const read = async (domain: string) => {
    if (reasonAgainst(domain, undefined) !== undefined) return;
    const file = await fetchJson(`https://${domain}/.well-known/brand.json`);
    const elsewhere = redirectOf(file);
    const parsed = fileSchema.safeParse(elsewhere === undefined ? file : await fetchJson(elsewhere));
    const entries = (parsed.data?.authorized_operators ?? []).flatMap(
      (entry) => entrySchema.safeParse(entry).data ?? [],
    );
    if (entries.length > 0) lists.set(domain, entries);
  };
  return {
    /** Reads a brand's file, once for each domain. Never rejects: nothing rests on it here but a note. */
    ask: onceForEach((domain: string): Promise<void> => read(domain).catch(() => undefined)),
    /** What was read; undefined where the brand lists nobody or its file could not be read. */
    listedBy: (domain: string) => lists.get(domain),
  };
}
export type OperatorBook = ReturnType<typeof operatorBook>;
