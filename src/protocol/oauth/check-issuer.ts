import type { Pin } from "./login.ts";

/** Whether an authorization server may be trusted with a login at an agent. */
export type IssuerJudgement =
  | { readonly type: "trusted"; readonly issuer: string; readonly by: Pin["by"] }
  /** Nobody has vouched for it yet: a person must. */
  | { readonly type: "unknown"; readonly issuer: string }
  | { readonly type: "refused"; readonly reason: string };

/**
 * Checks the authorization servers that an agent names against who may vouch for one: the pin of an earlier login, the publishers
 * whose `adagents.json` names some, and the person who names the expected one. All that name one must agree.
 */
export function checkIssuer(known: {
  /** As the agent's metadata lists them. */
  readonly offered: readonly string[];
  readonly pin?: Pin;
  /** Absent where no publisher names any. */
  readonly publishers?: readonly string[];
  readonly expected?: string;
}): IssuerJudgement {
  const { offered, pin, publishers, expected } = known;
  const named = offered.join(", ") || "none";
  const refused = (reason: string): IssuerJudgement => ({ type: "refused", reason });
  if (offered.length === 0) return refused("it names no authorization server");
  const left = offered
    .filter((issuer) => pin === undefined || sameIssuer(issuer, pin.issuer))
    .filter((issuer) => expected === undefined || sameIssuer(issuer, expected))
    .filter((issuer) => publishers === undefined || publishers.some((one) => sameIssuer(issuer, one)));
  const [issuer] = left;
  if (issuer !== undefined) {
    if (publishers !== undefined) return { type: "trusted", issuer, by: "publishers" };
    if (pin !== undefined) return { type: "trusted", issuer, by: pin.by };
    return expected === undefined ? { type: "unknown", issuer } : { type: "trusted", issuer, by: "person" };
  }
  const wanted = [
    ...(pin === undefined ? [] : [`earlier logins were at ${pin.issuer}`]),
    ...(expected === undefined ? [] : [`${expected} is expected`]),
    ...(publishers === undefined ? [] : [`its publishers name ${publishers.join(", ") || "none"}`]),
  ];
  return refused(`it names ${named} as its authorization server, but ${wanted.join(", and ")}`);
}

/** Compared as addresses: how host, default port and an empty path are spelled makes no difference. */
export function sameIssuer(one: string, other: string): boolean {
  return URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href;
}
