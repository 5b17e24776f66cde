import { breather } from "../../lib/breathe.ts";
import { cleanText } from "../../lib/clean-text.ts";
import { deepest, JsonRefused } from "../../lib/parse-json.ts";
import { injectionSignsIn } from "./injection-signs.ts";

/** What a text tried on its reader, in our words, and where in the answer it stands: its origin. */
export interface InjectionSign {
  readonly path: readonly (string | number)[];
  readonly what: readonly string[];
}

/** Code points of a text that somebody else wrote; a stage may keep fewer. */
const longestText = 4_000;
/** Characters of an identifier, of an address or token, and of a creative's own content. */
const longestId = 255;
const longestAddress = 8_192;
const longestAsset = 1_000_000;

const identifiers = /(?:^|_)(?:ids?|refs?)$/;
const addresses = /(?:^|_)(?:urls?|uri|token|context|location)$/;
/** What an agent gives to be passed on as it is: a creative's files and words, a key to an audience, terms under a digest. */
const passedOn: ReadonlySet<string> = new Set([
  "assets",
  "activation_key",
  "targeting_overlay",
  "commercial_terms",
]);

/** What cannot be seen has no place in what is sent back: ids that look alike must be alike. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/u;

/** Keys of one object; more are no record but an attempt on whoever copies it. */
const mostKeys = 10_000;
/** Characters of one answer that are scanned for attempts, and findings that are kept of it. */
const scanLimit = 400_000;
const mostSigns = 1_000;
/** Texts up to this length are often repeated word for word: they are scanned once. */
const longestRemembered = 100;

type Path = InjectionSign["path"];
type Scan = (text: string, path: () => Path) => void;

/**
 * The one place where an agent's words come in: every text as one plain line of limited length, every identifier and
 * address exactly as it was, or empty where it is too long or holds what cannot be seen. An empty one is none. One walk,
 * in which others go on. Rejects with a JsonRefused for what is nested too deep or has too many keys.
 */
export async function cleanAnswer(payload: Readonly<Record<string, unknown>>) {
  const { scan, injectionSigns } = lookout();
  // An object is cleaned to an object.
  return {
    payload: (await walked(cleaning(payload, scan))) as Readonly<Record<string, unknown>>,
    injectionSigns,
  };
}

/** The same for a large document of the registry or of a publisher. */
export function cleanLargeDocument(document: unknown): Promise<unknown> {
  return walked(cleaning(document, () => undefined));
}

/** The same at once, for a document of limited size. */
export function cleanDocument(document: unknown): unknown {
  const walk = cleaning(document, () => undefined);
  for (;;) {
    const { done, value } = walk.next();
    if (done === true) return value;
  }
}

async function walked(walk: Generator<undefined, unknown>): Promise<unknown> {
  const breathe = breather();
  for (;;) {
    const { done, value } = walk.next();
    if (done === true) return value;
    await breathe();
  }
}

/** Scans the texts of one answer until there are too many of them, which is a finding as well. */
function lookout(): { readonly scan: Scan; readonly injectionSigns: readonly InjectionSign[] } {
  const injectionSigns: InjectionSign[] = [];
  const remembered = new Map<string, string[]>();
  let left = scanLimit;
  const scan: Scan = (text, path) => {
    if (left < 0 || injectionSigns.length >= mostSigns) return;
    let what = remembered.get(text);
    if (what === undefined) {
      what = injectionSignsIn(text);
      left -= Math.min(text.length, scanLimit / 10);
      if (text.length <= longestRemembered) remembered.set(text, what);
      if (left < 0) injectionSigns.push({ path: [], what: ["very long text"] });
    }
    if (what.length > 0) injectionSigns.push({ path: path(), what });
  };
  return { scan, injectionSigns };
}

/** A container on the way from the root, and how far its members are cleaned. */
interface Open {
  readonly source: Readonly<Record<string, unknown>> | readonly unknown[];
  /** Of an object. */
  readonly keys: readonly string[] | undefined;
  readonly target: Record<string, unknown> | unknown[];
  /** The key that a string stands under, also through arrays. */
  readonly kind: string;
  at: number;
}

/** Walks without recursion, in steps of a few hundred members. */
function* cleaning(root: unknown, scan: Scan): Generator<undefined, unknown> {
  if (typeof root === "string") return cleanString(root, "", () => [], scan);
  if (typeof root !== "object" || root === null) return root;
  const outermost = opened(root, "");
  const open = [outermost];
  const path = () => open.map(({ keys, at }) => keys?.[at - 1] ?? at - 1);
  let work = 0;
  for (let inner = open.at(-1); inner !== undefined; inner = open.at(-1)) {
    const { source, keys, target, at } = inner;
    if (at >= (keys ?? (source as readonly unknown[])).length) {
      open.pop();
      continue;
    }
    inner.at += 1;
    const key = keys?.[at];
    const value = (source as Readonly<Record<string | number, unknown>>)[key ?? at];
    const kind = key === undefined || passedOn.has(inner.kind) ? inner.kind : key;
    let cleaned = value;
    if (typeof value === "string") {
      cleaned = cleanString(value, kind, path, scan);
      work += value.length / 64;
    } else if (typeof value === "object" && value !== null) {
      if (open.length >= deepest) throw new JsonRefused(`is nested deeper than ${deepest} levels`);
      const below = opened(value, kind);
      open.push(below);
      cleaned = below.target;
    }
    if (Array.isArray(target)) target.push(cleaned);
    else put(target, cleanText(key ?? "", longestId), cleaned);
    work += 1;
    if (work > 300) {
      work = 0;
      yield;
    }
  }
  return outermost.target;
}

function opened(value: object, kind: string): Open {
  if (Array.isArray(value)) return { source: value, keys: undefined, target: [], kind, at: 0 };
  const keys = Object.keys(value);
  if (keys.length > mostKeys) throw new JsonRefused(`holds an object with more than ${mostKeys} keys`);
  return { source: value as Readonly<Record<string, unknown>>, keys, target: {}, kind, at: 0 };
}

/** Also under the name of the prototype, which stays what it is. */
function put(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__")
    Object.defineProperty(target, key, { value, configurable: true, enumerable: true, writable: true });
  else target[key] = value;
}

function cleanString(text: string, kind: string, path: () => Path, scan: Scan): string {
  if (!addresses.test(kind) || !isPlainAddress(text)) scan(text, path);
  if (passedOn.has(kind)) return text.length > longestAsset ? "" : text;
  if (identifiers.test(kind)) return text.length > longestId || unseen.test(text) ? "" : text;
  if (addresses.test(kind)) return text.length > longestAddress || unseen.test(text) ? "" : text;
  return cleanText(text, longestText);
}

/** A web address where one belongs tries nothing, also on the reader's own machine. */
function isPlainAddress(text: string): boolean {
  if (text.length > longestAddress || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === "" && password === "";
}
