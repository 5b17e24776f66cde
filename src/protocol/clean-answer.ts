import { cleanText } from "../lib/clean-text.ts";
import { triedIn } from "./tried.ts";

/** What a text tried on its reader, in our words, and where in the answer it stands: its origin. */
export interface Tried {
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
/** What an agent gives to be passed on as it is: a creative's files and words, a key to an audience. */
const passedOn: ReadonlySet<string> = new Set(["assets", "activation_key", "targeting_overlay"]);

/** What cannot be seen has no place in what is sent back: ids that look alike must be alike. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/u;

/**
 * The one place where an agent's words come in: every text as one plain line of limited length, every identifier and
 * address exactly as it was, or empty where it is too long or holds what cannot be seen. An empty one is none.
 */
export function cleanAnswer(payload: Readonly<Record<string, unknown>>): {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly tried: readonly Tried[];
} {
  const tried: Tried[] = [];
  const cleaned = clean(payload, "", [], (text, path) => {
    const what = triedIn(text);
    if (what.length > 0) tried.push({ path, what });
  });
  // An object is cleaned to an object.
  return { payload: cleaned as Readonly<Record<string, unknown>>, tried };
}

/** The same for a document of the registry or of a publisher. */
export function cleanDocument(document: unknown): unknown {
  return clean(document, "", [], () => undefined);
}

type Path = readonly (string | number)[];
type Look = (text: string, path: Path) => void;

/** `kind`: the key that a string stands under, also through arrays. */
function clean(value: unknown, kind: string, path: Path, look: Look): unknown {
  if (typeof value === "string") return cleanString(value, kind, path, look);
  if (Array.isArray(value)) return value.map((item, i) => clean(item, kind, [...path, i], look));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      cleanText(key, longestId),
      clean(item, passedOn.has(kind) ? kind : key, [...path, key], look),
    ]),
  );
}

function cleanString(text: string, kind: string, path: Path, look: Look): string {
  if (!addresses.test(kind) || !isPlainAddress(text)) look(text, path);
  if (passedOn.has(kind)) return text.length > longestAsset ? "" : text;
  if (identifiers.test(kind)) return text.length > longestId || unseen.test(text) ? "" : text;
  if (addresses.test(kind)) return text.length > longestAddress || unseen.test(text) ? "" : text;
  return cleanText(text, longestText);
}

/** A web address where one belongs tries nothing, also on the reader's own machine. */
function isPlainAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === "" && password === "";
}
