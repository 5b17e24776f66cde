import type { X509Certificate } from "node:crypto";

/** Who calls, as far as the transport proves it; the payload has no say. */
export type Caller =
  | { readonly type: "known"; readonly principal: string }
  | { readonly type: "anonymous" }
  | { readonly type: "refused" };

/** What a request brings to prove who sends it. */
export interface Knock {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: Uint8Array;
  /** The caller's certificate, where the handshake has verified it. */
  readonly certificate: X509Certificate | undefined;
}

/** How an agent tells its callers apart. */
export interface Door {
  /** As its capabilities name it. */
  readonly kind: "bearer" | "basic" | "certificate" | "oauth";
  readonly identify: (knock: Knock) => Caller | Promise<Caller>;
  /** The `WWW-Authenticate` of its refusals; `refused`: a credential came and is not good. */
  readonly challenge: (realm: string, refused: boolean) => string;
}
