import { digestUuid } from "../lib/digest.ts";
import type { Secret } from "../lib/secret.ts";
import { isLoopback } from "../protocol/addresses/address-rule.ts";
import { html } from "../report/blocks/html-template.ts";
import { labelWidth } from "../report/today/words.ts";
import { longestSendMs, type Send } from "./channel.ts";
import type { Message } from "./words.ts";

export interface MailServer {
  /** smtps://host, or smtp://host:587. */
  readonly server: string;
  readonly user?: string;
  readonly password?: Secret;
  readonly from: string;
}

/** A mail to one person, in plain text and HTML. Beyond this machine it goes out under TLS or not at all. */
export function mail({ server, user, password, from }: MailServer, to: string): Send {
  const { protocol, hostname, port } = new URL(server);
  const domain = from.slice(from.lastIndexOf("@") + 1);
  const idOf = (id: string) => `<${digestUuid({ to, id })}@${domain}>`;
  const isSecure = protocol === "smtps:";
  return async (message) => {
    // Loaded with the first mail: most desks send none.
    const { createTransport } = await import("nodemailer");
    const transport = createTransport({
      host: hostname.replace(/^\[|\]$/g, ""),
      port: port === "" ? (isSecure ? 465 : 587) : Number(port),
      secure: isSecure,
      requireTLS: !isSecure && !isLoopback(hostname),
      ...(user !== undefined && { auth: { user, pass: password?.reveal() ?? "" } }),
      tls: { minVersion: "TLSv1.2", rejectUnauthorized: true },
      connectionTimeout: longestSendMs,
      greetingTimeout: longestSendMs,
      socketTimeout: longestSendMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    const { id, follows } = message;
    const thread = follows === undefined ? {} : { inReplyTo: idOf(follows), references: [idOf(follows)] };
    try {
      await transport.sendMail({
        from,
        to,
        subject: message.title,
        // The same mail again has the same id: mail programs show it once.
        messageId: idOf(id),
        ...thread,
        headers: { "Auto-Submitted": "auto-generated" },
        text: textOf(message),
        html: pageOf(message),
      });
    } catch (cause) {
      throw new Error(reasonOf(cause), { cause });
    } finally {
      transport.close();
    }
  };
}

/** The server's own words may hold anything: only its code is reported. */
function reasonOf(cause: unknown): string {
  const code = cause instanceof Error && "responseCode" in cause ? cause.responseCode : undefined;
  return typeof code === "number"
    ? `its mail server answered ${code}`
    : "its mail server could not be reached";
}

function textOf({ title, facts, rows, lines, link }: Message): string {
  return [
    title,
    facts.map(([name, value]) => `${name}: ${value}`).join("\n"),
    rows
      .map(({ label, text }) => (label === "" ? `\n${text}` : `${label.padEnd(labelWidth)}${text}`))
      .join("\n")
      .trim(),
    lines.join("\n"),
    link === undefined ? "" : `${link.text}:\n${link.url}`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** Mail programs keep no style but what stands at each part. */
const textStyle = "font-family:sans-serif;font-size:15px;line-height:1.5;margin:0 0 14px";

function pageOf({ title, facts, rows, lines, link }: Message): string {
  return html`<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${title}</title>
<h1 style="${textStyle};font-size:19px">${title}</h1>
<ul style="${textStyle};list-style:none;padding:0">${facts.map(([name, value]) => html`<li>${name}: ${value}</li>`)}</ul>
${rows.length > 0 && html`<table style="${textStyle}">${rows.map(rowOf)}</table>`}
${link !== undefined && html`<p style="${textStyle}"><a href="${link.url}">${link.text}</a></p>`}
${lines.map((line) => html`<p style="${textStyle};color:#555">${line}</p>`)}
</html>
`.toString();
}

function rowOf({ label, text }: Message["rows"][number]) {
  const style = "vertical-align:top;padding:2px 8px 2px 0";
  if (label === "")
    return html`<tr><td colspan="2" style="${style};padding-top:12px"><b>${text}</b></td></tr>`;
  return html`<tr><td style="${style};color:#555">${label}</td><td style="${style}">${text}</td></tr>`;
}
