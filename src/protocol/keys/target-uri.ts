/** A target in the one spelling that signer and verifier both sign. */
export interface TargetUri {
  readonly uri: string;
  readonly scheme: string;
  /** Host, and port where it is not the scheme's own. */
  readonly authority: string;
  readonly path: string;
  /** With its question mark; empty where there is none. */
  readonly query: string;
}

const shape = /^(https?):\/\/([^/?#]*)([^?#]*)(\?[^#]*)?(?:#.*)?$/i;
const hostAndPort = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::(\d{0,5}))?$/i;
/** What may not stand in a URI at all: spaces, controls, and everything that is not ASCII. */
const foreign = /[^\x21-\x7e]/;

/**
 * The canonical form: lower-case scheme and host, no user, no root dot, no default port, no dot segments, escapes of unreserved
 * characters undone, the query to the byte, no fragment. By hand, as the URL class also rewrites what must stay.
 * Undefined where the text is no absolute http(s) target.
 */
export function canonicalTarget(text: string): TargetUri | undefined {
  if (last.text !== text) last = { text, target: readTarget(text) };
  return last.target;
}

/** One message is checked several times, and most go to the same address. */
let last: { readonly text: string; readonly target: TargetUri | undefined } = { text: "", target: undefined };

function readTarget(text: string): TargetUri | undefined {
  if (foreign.test(text)) return undefined;
  const [, rawScheme, rawAuthority, rawPath = "", query = ""] = shape.exec(text) ?? [];
  if (rawScheme === undefined || rawAuthority === undefined) return undefined;
  const scheme = rawScheme.toLowerCase();
  const authority = canonicalAuthority(rawAuthority, scheme);
  // Escapes first: an escaped dot is a dot, and only so is the canonical form of a canonical form itself.
  const unescaped = withoutNeedlessEscapes(rawPath);
  if (authority === undefined || unescaped === undefined) return undefined;
  const path = withoutDotSegments(unescaped) || "/";
  return { uri: `${scheme}://${authority}${path}${query}`, scheme, authority, path, query };
}

/** Whether a target names its host in letters beyond ASCII, which each library spells in its own way. */
export function isForeignHost(text: string): boolean {
  return foreign.test(text) && foreign.test(shape.exec(text)?.[2] ?? "");
}

/** Whether a `Host` is that of a target, in whatever spelling. */
export function isHostOf(host: string | undefined, { authority, scheme }: TargetUri): boolean {
  return host === authority || (host !== undefined && canonicalAuthority(host, scheme) === authority);
}

/** `Host` in the same spelling. Undefined where it is none. */
function canonicalAuthority(text: string, scheme: string): string | undefined {
  const [, host, port = ""] = hostAndPort.exec(text.slice(text.lastIndexOf("@") + 1)) ?? [];
  if (host === undefined || host.includes("%") || foreign.test(host) || Number(port) > 65_535)
    return undefined;
  // A name is the same with the root's dot behind it. An empty label is in no name.
  const name = host.replace(/\.$/, "").toLowerCase();
  if (name.split(".").includes("")) return undefined;
  const standard = scheme === "https" ? "443" : "80";
  const shown = port === "" || String(Number(port)) === standard ? "" : `:${Number(port)}`;
  return `${name}${shown}`;
}

const unreserved = /[A-Za-z0-9\-._~]/;

function withoutNeedlessEscapes(path: string): string | undefined {
  if (/%(?![0-9a-f]{2})/i.test(path)) return undefined;
  return path.replace(/%[0-9a-f]{2}/gi, (written) => {
    const character = String.fromCharCode(Number.parseInt(written.slice(1), 16));
    return unreserved.test(character) ? character : written.toUpperCase();
  });
}

/** RFC 3986, 5.2.4. Empty segments stay: `//` is not `/`. */
function withoutDotSegments(path: string): string {
  const kept: string[] = [];
  const segments = path.split("/");
  for (const [index, segment] of segments.entries()) {
    const last = index === segments.length - 1;
    if (segment === "..") {
      if (kept.length > 1) kept.pop();
      if (last) kept.push("");
    } else if (segment === ".") {
      if (last) kept.push("");
    } else kept.push(segment);
  }
  return kept.join("/");
}
