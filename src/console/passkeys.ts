import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Hono } from "hono";
import { stringify } from "yaml";
import { z } from "zod";
import { UsageError } from "../desk/usage-error.ts";
import { messageOf } from "../lib/cause.ts";
import { sha256 } from "../lib/digest.ts";
import { jsonIn } from "../lib/json-object.ts";
import { enrolledPage, enrolPage } from "./pages/passkey.ts";
import { type Env, fieldsOf, type Routes } from "./request.ts";

const require = createRequire(import.meta.url);
const entry = require.resolve("@simplewebauthn/browser");
const library = readFileSync(join(dirname(entry), "../dist/bundle/index.umd.min.js"), "utf8");

/** A form with `data-passkey` is sent when the person has touched their device, with what the device signed. */
export const passkeyScript = `${library}
(() => {
  const { startAuthentication, startRegistration } = SimpleWebAuthnBrowser;
  const enrol = (form) => {
    const options = JSON.parse(form.dataset.options);
    const name = form.elements.name.value;
    options.user = { ...options.user, name, displayName: name };
    return startRegistration({ optionsJSON: options });
  };
  const approve = async (form) => {
    const query = new URLSearchParams({ approver: form.elements.approver.value, seen: form.elements.seen.value });
    const answer = await fetch(form.dataset.sign + "?" + query);
    const { payload, challenge, credential, reason } = await answer.json();
    if (!answer.ok) throw new Error(reason);
    form.elements.payload.value = payload;
    const { id, response } = await startAuthentication({
      optionsJSON: {
        challenge,
        rpId: location.hostname,
        userVerification: "required",
        allowCredentials: [{ id: credential, type: "public-key" }],
      },
    });
    const { authenticatorData, clientDataJSON, signature } = response;
    return { credential: id, authenticatorData, clientDataJSON, signature };
  };
  addEventListener("submit", async (event) => {
    const form = event.target;
    if (form.dataset.passkey === undefined) return;
    event.preventDefault();
    const message = form.querySelector("[role=alert]");
    message.textContent = "";
    try {
      const given = await (form.dataset.passkey === "enrol" ? enrol(form) : approve(form));
      form.elements.response.value = JSON.stringify(given);
      form.submit();
    } catch (cause) {
      message.textContent = cause.message;
    }
  });
})();
`;

/** What a form's device signs to show that it is this form's answer: known to whoever holds the form, used once with it. */
function challengeOf(formToken: string): string {
  return Buffer.from(sha256(formToken), "hex").toString("base64url");
}

/** What a browser sends of a new passkey; the library checks the rest. */
const registrationSchema = z.looseObject({
  id: z.base64url(),
  rawId: z.base64url(),
  type: z.literal("public-key"),
  clientExtensionResults: z.looseObject({}),
  response: z.looseObject({ clientDataJSON: z.base64url(), attestationObject: z.base64url() }),
});

/** Where somebody makes a passkey. Nobody may approve with it until the owner of approvers.yaml writes it there. */
export function passkeys(app: Hono<Env>, { view }: Routes): void {
  app.get("/passkey", (http) => {
    const shown = view(http);
    const token = shown.formToken();
    const { hostname } = new URL(http.req.url);
    return http.html(enrolPage({ token, hostname, challenge: challengeOf(token) }, shown));
  });
  app.post("/passkey", async (http) => {
    const given = await fieldsOf(http);
    const { passkey: own } = view(http).words;
    const origin = http.req.header("origin") ?? "";
    const response = registrationSchema.safeParse(jsonIn(given.get("response") ?? ""));
    if (!response.success) throw new UsageError(own.nothing);
    const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
    const enrolled = await verifyRegistrationResponse({
      response: response.data,
      expectedChallenge: challengeOf(given.get("form") ?? ""),
      expectedOrigin: origin,
      expectedRPID: new URL(origin).hostname,
      requireUserVerification: true,
    }).catch((cause: unknown) => {
      throw new UsageError(own.notTaken(messageOf(cause)));
    });
    if (!enrolled.verified) throw new UsageError(own.nothing);
    const { id, publicKey } = enrolled.registrationInfo.credential;
    const passkey = { id, public_key: Buffer.from(publicKey).toString("base64url"), origin };
    const name = given.get("name") ?? "";
    const { person, roles } = http.get("session");
    // By this name the campaigns of theirs are known, which they may not approve. The printed link is nobody's own.
    const isKnown = roles === undefined || person.toLowerCase() === name.toLowerCase();
    const lines = stringify([{ name, ...(!isKnown && { login: person }), passkey }], { lineWidth: 0 });
    return http.html(enrolledPage(lines, view(http)));
  });
}
