import { registerClient } from "@modelcontextprotocol/sdk/client/auth.js";
import type {
  AuthorizationServerMetadata,
  OAuthClientInformationMixed,
} from "@modelcontextprotocol/sdk/shared/auth.js";
import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";

/**
 * Who we are at an authorization server: the id that the seller gave out, else a client registered for this login
 * (RFC 7591), as not every server lets the port of a loopback redirect change.
 */
export async function clientAt(
  metadata: AuthorizationServerMetadata,
  redirectUrl: string,
  clientId: string | undefined,
  fetchFn: FetchLike,
): Promise<OAuthClientInformationMixed> {
  if (clientId !== undefined) return { client_id: clientId };
  if (metadata.registration_endpoint === undefined)
    throw new Error(
      `${metadata.issuer} lets no client register itself: ask the seller for a client id and give it with --client-id`,
    );
  const clientMetadata = {
    client_name: "flightdesk",
    redirect_uris: [redirectUrl],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    application_type: "native",
  };
  return registerClient(metadata.issuer, { metadata, clientMetadata, fetchFn });
}
