import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Context, Hono } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { stringify } from "yaml";
import { z } from "zod";
import { challengeOfText } from "../desk/files/approvers.ts";
import { UsageError } from "../desk/usage-error.ts";
import { messageOf } from "../lib/cause.ts";
import { jsonIn } from "../lib/json-object.ts";
import { openBegunLogins } from "./begun-logins.ts";
import { cookieAt, type LoginPorts } from "./logins.ts";
import { enrolledPage, enrolPage } from "./pages/passkey.ts";
import { type Env, fieldsOf } from "./request.ts";
import { root, saying, type View } from "./shell.ts";

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
    const { approver, seen, total, payload: kept } = form.elements;
    const query = new URLSearchParams({ approver: approver.value, seen: seen?.value ?? "", ...(total && { total: total.value }) });
    const answer = await fetch(form.dataset.sign + "?" + query);
    const { payload, challenge, credential, reason } = await answer.json();
    if (!answer.ok) throw new Error(reason);
    if (kept !== undefined) kept.value = payload;
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

/** What a browser sends of a new passkey; the library checks the rest. */
const registrationSchema = z.looseObject({
  id: z.base64url(),
  rawId: z.base64url(),
  type: z.literal("public-key"),
  clientExtensionResults: z.looseObject({}),
  response: z.looseObject({ clientDataJSON: z.base64url(), attestationObject: z.base64url() }),
});

/**
 * Where anybody makes a passkey, logged in or not: nobody approves or comes in with it until the owner of approvers.yaml writes it
 * there.
 */
export function passkeys(
  app: Hono<Env>,
  { begun, cookie, url }: Pick<LoginPorts, "begun" | "cookie" | "url">,
  view: (http: Context<Env>) => View,
): void {
  const enrolments = openBegunLogins<true>("enrolment", begun);
  const asked = `${cookie}_enrolment`;
  app.get("/passkey", async (http) => {
    const shown = view(http);
    const { hostname } = new URL(http.req.url);
    const id = await enrolments.begin(true);
    if (id === undefined)
      return http.html(saying(shown.words.login.title, shown.words.login.tooMany, shown), 429);
    setCookie(http, asked, id, cookieAt(`${root}/passkey`, http, url));
    return http.html(enrolPage({ hostname, challenge: challengeOfText(id) }, shown));
  });
  app.post("/passkey", async (http) => {
    const given = await fieldsOf(http);
    const { passkey: own } = view(http).words;
    const made = getCookie(http, asked) ?? "";
    if ((await enrolments.end(made)) === undefined) throw new UsageError(own.nothing);
    const origin = http.req.header("origin") ?? "";
    const response = registrationSchema.safeParse(jsonIn(given.get("response") ?? ""));
    if (!response.success) throw new UsageError(own.nothing);
    const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
    const enrolled = await verifyRegistrationResponse({
      response: response.data,
      expectedChallenge: challengeOfText(made),
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
    const { person, roles } = http.var.session ?? {};
    // By this name the campaigns of theirs are known, which they may not approve. The printed link is nobody's own.
    const login =
      roles !== undefined && person?.toLowerCase() !== name.toLowerCase() ? { login: person } : {};
    const lines = stringify([{ name, ...login, passkey }], { lineWidth: 0 });
    return http.html(enrolledPage(lines, view(http)));
  });
}
