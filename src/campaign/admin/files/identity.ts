import { z } from "zod";
import { sha256 } from "../../../lib/digest.ts";

const hash = z.string().regex(/^[0-9a-f]{64}$/, "a SHA-256 in 64 lower-case hex digits");

/** How a file may name a person. Messages never repeat the value: it may be an address. */
export const identityFields = {
  email: z.string().optional().describe("hashed here; the address itself is neither sent nor kept"),
  phone: z.string().optional().describe("with + and country code; hashed here, neither sent nor kept"),
  hashed_email: hash.optional().describe("SHA-256 of the trimmed lower-case address"),
  hashed_phone: hash.optional().describe("SHA-256 of the number in E.164"),
};

/** The hashes alone; what is no address and no number is reported by its field. */
export function hashIdentity(
  identity: Partial<Record<keyof typeof identityFields, string>>,
  report: (field: "email" | "phone", message: string) => void,
) {
  const email = identity.email === undefined ? undefined : hashedEmail(identity.email);
  const phone = identity.phone === undefined ? undefined : hashedPhone(identity.phone);
  if (email === null) report("email", "this is not an e-mail address");
  if (phone === null) report("phone", "write the number with + and country code, for example +49 30 1234567");
  const hashed_email = email ?? identity.hashed_email;
  const hashed_phone = phone ?? identity.hashed_phone;
  return {
    ...(hashed_email === undefined ? {} : { hashed_email }),
    ...(hashed_phone === undefined ? {} : { hashed_phone }),
  };
}

/** SHA-256 of the trimmed lower-case address; null where it is none. */
export function hashedEmail(address: string): string | null {
  const plain = address.trim().toLowerCase();
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(plain) ? sha256(plain) : null;
}

/** SHA-256 of the number in E.164; null where the country is left open. */
export function hashedPhone(number: string): string | null {
  const plain = number.trim().replace(/[\s().\-/]/g, "");
  return /^\+[1-9]\d{6,14}$/.test(plain) ? sha256(plain) : null;
}

const numberLike = /^\s*\+[\d\s().\-/]{7,}$/;

/** Somewhere in it one word has an "@", and a full stop within what stands behind the first one. */
function isAddressLike(text: string): boolean {
  return text.split(/\s+/).some((word) => {
    const [, ...behind] = word.slice(1).split(/@|%40/i);
    return /\../.test(behind.join("@").slice(1));
  });
}

/** Path of the first text, at any depth, that looks like an e-mail address or a phone number; undefined without one. */
export function cleartextPath(value: unknown, path = ""): string | undefined {
  if (typeof value === "string") return isAddressLike(value) || numberLike.test(value) ? path : undefined;
  for (const [key, item] of Object.entries(value ?? {})) {
    const found = isAddressLike(key)
      ? `a key of ${path || "the request"}`
      : cleartextPath(item, Array.isArray(value) ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
