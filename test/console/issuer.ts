import { createHash, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

export interface Issuer extends AsyncDisposable {
  readonly url: string;
  /** Who logs in next, and what is wrong with what it says of them. */
  next: { claims: Readonly<Record<string, unknown>>; nonce?: string; audience?: string; forged?: true };
  /** Requests for tokens that were refused, and why. */
  readonly refused: readonly string[];
}

/** An issuer of OpenID Connect on loopback that asks nobody: the code flow, PKCE S256, a client with a secret. */
export async function startIssuer(clientId: string, clientSecret: string): Promise<Issuer> {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const { privateKey: other } = await generateKeyPair("ES256");
  const key = { ...(await exportJWK(publicKey)), kid: "1", alg: "ES256", use: "sig" };
  const codes = new Map<string, { challenge: string; redirect: string; nonce: string }>();
  const refused: string[] = [];
  let url = "";

  const token = async (form: URLSearchParams) => {
    const wish = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    if (wish === undefined) return "an unknown code";
    if (form.get("client_id") !== clientId || form.get("client_secret") !== clientSecret)
      return "another client";
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (challenge !== wish.challenge || form.get("redirect_uri") !== wish.redirect) return "another verifier";
    const { claims, nonce = wish.nonce, audience = clientId, forged } = issuer.next;
    const idToken = await new SignJWT({ ...claims, nonce })
      .setProtectedHeader({ alg: "ES256", kid: "1" })
      .setIssuer(url)
      .setSubject("subject-1")
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime("5 minutes")
      .sign(forged ? other : privateKey);
    return { access_token: randomUUID(), token_type: "Bearer", expires_in: 60, id_token: idToken };
  };
  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? "", url);
    const json = (value: unknown, status = 200) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    if (asked.pathname === "/.well-known/openid-configuration")
      json({
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/keys`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["ES256"],
        code_challenge_methods_supported: ["S256"],
      });
    else if (asked.pathname === "/keys") json({ keys: [key] });
    else if (asked.pathname === "/authorize") {
      const given = (name: string) => asked.searchParams.get(name) ?? "";
      const code = randomUUID();
      codes.set(code, {
        challenge: given("code_challenge"),
        redirect: given("redirect_uri"),
        nonce: given("nonce"),
      });
      const back = new URL(given("redirect_uri"));
      back.search = new URLSearchParams({ code, state: given("state"), iss: url }).toString();
      response.writeHead(302, { location: back.href }).end();
    } else {
      let body = "";
      request.on("data", (chunk) => {
        body += String(chunk);
      });
      request.on("end", () => {
        void token(new URLSearchParams(body)).then((answer) => {
          if (typeof answer === "string") refused.push(answer);
          json(
            typeof answer === "string" ? { error: "invalid_grant" } : answer,
            typeof answer === "string" ? 400 : 200,
          );
        });
      });
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer: Issuer = {
    url,
    next: { claims: {} },
    refused,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return issuer;
}
