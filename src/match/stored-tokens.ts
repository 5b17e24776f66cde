import { createHmac } from "node:crypto";
import { z } from "zod";
import { fields } from "../lib/described.ts";
import { sellerKey } from "./packages.ts";
import { type Watched, watchedFile } from "./watched-file.ts";

/** A line of the file: a token that is not to see a package, or any where none is named, until an instant. */
const tokenLineSchema = fields({
  token: z.string().regex(/^[\da-f]{64}$/, "is a SHA-256 HMAC in lower-case hex"),
  expire_at: z.iso.datetime(),
  seller_agent_url: z.url().optional(),
  package_id: z.string().min(1).optional(),
}).refine(
  ({ seller_agent_url: seller, package_id: id }) => (seller === undefined) === (id === undefined),
  "name a package with its seller, or neither",
);
export type TokenLine = z.output<typeof tokenLineSchema>;

/** When each token is free again, by package: UTC milliseconds. */
export type StoredTokens = ReadonlyMap<string, ReadonlyMap<string, number>>;

const everyPackage = "";

/** What is kept of a token: without the key nobody knows whether a token is meant. */
export function hashToken(
  { uid_type, user_token }: { readonly uid_type: string; readonly user_token: string },
  key: string,
): string {
  return createHmac("sha256", key).update(`${uid_type}\n${user_token}`).digest("hex");
}

/** The tokens of a file; a later line of the same token and package goes before an earlier one. */
export function openStoredTokens(file: string, onNotice: (line: string) => void): Watched<StoredTokens> {
  return watchedFile<StoredTokens>(file, { read: readTokens, none: new Map(), onNotice });
}

/** Which of a seller's packages any of these tokens is not to see now. */
export function storedFrom(
  stored: StoredTokens,
  tokens: readonly string[],
  { sellerUrl, now }: { readonly sellerUrl: string; readonly now: number },
): (packageId: string) => boolean {
  const known = tokens.flatMap((token) => stored.get(token) ?? []);
  const isUntil = (key: string) => known.some((until) => (until.get(key) ?? 0) > now);
  if (known.length === 0) return () => false;
  if (isUntil(everyPackage)) return () => true;
  const seller = sellerKey(sellerUrl);
  return (packageId) => isUntil(packageKey(seller, packageId));
}

function readTokens(text: string): StoredTokens {
  const stored = new Map<string, Map<string, number>>();
  for (const [at, line] of text.split("\n").entries()) {
    if (line === "") continue;
    const { token, expire_at, seller_agent_url: seller, package_id: id } = readLine(line, at + 1);
    const until = stored.get(token) ?? new Map<string, number>();
    stored.set(token, until);
    until.set(
      seller === undefined ? everyPackage : packageKey(sellerKey(seller), id ?? ""),
      Date.parse(expire_at),
    );
  }
  return stored;
}

/** Throws without what the line says: it may be a token that somebody forgot to hash. */
function readLine(line: string, number: number): TokenLine {
  try {
    return tokenLineSchema.parse(JSON.parse(line));
  } catch {
    throw new Error(`line ${number} is not as docs/trusted-match.md has it`);
  }
}

function packageKey(seller: string, packageId: string): string {
  return `${seller}\n${packageId}`;
}
