import { type Authority, certificateAuthority } from "./certificates.ts";
import { type Listening, listen, type Served } from "./server.ts";

/** A second port over TLS for the same app, with an authority of its own that callers' certificates come from. */
export async function listenSecurely(
  host: string,
  fetch: Served["fetch"],
): Promise<Listening & { readonly authority: Authority }> {
  const authority = await certificateAuthority();
  const tls = { ...(await authority.issueServer(host)), authority: authority.certificate };
  return { ...(await listen({ host, port: 0, tls }, () => ({ fetch }))), authority };
}
