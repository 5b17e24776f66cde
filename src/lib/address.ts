import { attempt } from "./cause.ts";

/** What cannot be read safely: why, as the rest of a sentence that begins with its name. */
export interface Unreadable {
  readonly problem: string;
}

/** Characters that a reader does not see, and spaces. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}]/u;

/**
 * A host name in the one spelling that all of its spellings share, as URLs have it: small letters, punycode, no dot at the
 * end, nothing hidden.
 */
export function readHost(text: string): string | Unreadable {
  const written = text.trim();
  if (/[/\\?#@:]/.test(written)) return { problem: "is not the name of a host alone" };
  return hostIn(`https://${written}`);
}

/**
 * The address of an agent in one spelling: its host as `readHost` has it, no port that is the usual one, no fragment. A user,
 * a password, and what a reader would not see in the path are refused.
 */
export function readAddress(text: string): string | Unreadable {
  const host = hostIn(text);
  if (typeof host !== "string") return host;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol)) return { problem: "is not an address that is called over http" };
  if (url.username !== "" || url.password !== "") return { problem: "holds a user or a password" };
  if (unseen.test(decoded(url.pathname + url.search)))
    return { problem: "holds a space or a character that nobody sees" };
  url.hostname = host;
  url.hash = "";
  return url.href;
}

/** An address without what does not identify an agent: spelling, a slash at the end, a fragment. */
export function addressKey(address: string): string {
  const read = readAddress(address);
  if (typeof read !== "string") return address;
  const { origin, pathname, search } = new URL(read);
  return `${origin}${pathname.replace(/\/+$/, "")}${search}`;
}

/** Scheme, host and port of an address, in one spelling. */
export function originOf(address: string): string {
  const read = readAddress(address);
  return typeof read === "string" ? new URL(read).origin : address;
}

/** What a person or a registry calls a seller, as it is compared: a host, with a path where one host has several. */
export function sellerName(text: string): string {
  const written = text.trim();
  if (/^https?:\/\//i.test(written)) return addressKey(written).toLowerCase();
  const [host = "", ...path] = written.split("/");
  const read = readHost(host);
  return [typeof read === "string" ? read : host.trim(), ...path].join("/").toLowerCase();
}

/** A seller's name from a name or an address: of an address its host. */
export function sellerHost(text: string): string {
  const name = sellerName(text);
  return name.includes("://") && URL.canParse(name) ? new URL(name).hostname : name;
}

/** Why a name that a person wrote is not taken for a seller's; undefined where nothing is wrong with it. */
export function whyUnclear(name: string): string | undefined {
  return unseen.test(name.trim()) ? "holds a space or a character that nobody sees" : undefined;
}

/** Whether a seller's name is meant by another: the same, or a host's for what is on it and under it. */
export function isNamedBy(name: string, given: string): boolean {
  const [own, meant] = [sellerName(name), sellerName(given)];
  const [host = ""] = own.split("/");
  return own === meant || host === meant || host.endsWith(`.${meant}`);
}

function hostIn(address: string): string | Unreadable {
  if (!URL.canParse(address)) return { problem: "is not written as a host can be" };
  const host = new URL(address).hostname.replace(/\.$/, "");
  if (host === "" || host.length > 253 || host.split(".").some((label) => label === "" || label.length > 63))
    return { problem: "is not written as a host can be" };
  return host;
}

function decoded(text: string): string {
  return attempt(() => decodeURIComponent(text)) ?? text;
}
