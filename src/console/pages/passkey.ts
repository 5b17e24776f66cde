import { html, type Markup, typed } from "../../report/blocks/html-template.ts";
import { field, page, root, section, type View } from "../shell.ts";

/** Where a person makes a passkey of their own. Browsers give none to a page at a bare IP address. */
export function enrolPage(
  { challenge, hostname }: { readonly challenge: string; readonly hostname: string },
  view: View,
): string {
  const own = view.words.passkey;
  const options = {
    challenge,
    rp: { name: "flightdesk", id: hostname },
    user: { id: challenge, name: "", displayName: "" },
    pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: "public-key" })),
    attestation: "none",
    authenticatorSelection: { userVerification: "required", residentKey: "discouraged" },
  };
  const isBare = /^[\d.]+$|^\[/.test(hostname);
  return page(view, {
    title: own.title,
    lead: own.lead,
    passkeys: true,
    main: isBare
      ? html`<section><p>${own.bare}</p></section>`
      : section(
          own.make,
          html`<form class="act" method="post" action="${`${root}/passkey`}" data-passkey="enrol" data-options="${JSON.stringify(options)}"><input type="hidden" name="response">
<label class="field"><span>${own.name}</span><input name="name" value="${view.person ?? ""}" required maxlength="64" autocomplete="off"></label><button>${own.make}</button>
<p role="alert"></p><noscript><p>${own.noScript}</p></noscript></form>`,
        ),
  });
}

/** What the owner of approvers.yaml writes there. */
export function enrolledPage(lines: string, view: View): string {
  const own = view.words.passkey;
  return page(view, {
    title: own.title,
    lead: own.made,
    main: section(
      own.write,
      html`<p>${own.writeLead}</p><pre class="command"><code>${typed(lines)}</code></pre>`,
    ),
  });
}

/** What is decided at `path`, as it was seen there, and the command that decides it at a terminal. */
interface Decided {
  readonly path: string;
  readonly seen: string;
  readonly command: string;
  /** Nobody can approve it until somebody is named. */
  readonly nobodyNamed?: true;
  /** The person types the total. */
  readonly typeTotal: boolean;
}

/** How a named person approves, here and at a terminal. */
export function waysToApprove(decided: Decided, view: View): Markup {
  const { decision: own, passkey } = view.words;
  if (decided.nobodyNamed)
    return html`<p>${own.nobodyNamed}</p><p><a href="${root}/passkey">${passkey.make}</a></p>`;
  return html`<p>${own.approveLead}</p>${passkeyForm(decided, view)}<details><summary>${own.atTerminal}</summary><pre class="command"><code>${decided.command}</code></pre></details>`;
}

function passkeyForm({ path, seen, typeTotal }: Decided, view: View): Markup {
  const own = view.words.passkey;
  if (!view.may("approve-with-passkey")) return html`<p class="muted">${view.words.refused.role}</p>`;
  return html`<form class="act" method="post" action="${path}/approve" data-passkey="approve" data-sign="${path}/sign"><input type="hidden" name="form" value="${view.formToken()}"><input type="hidden" name="seen" value="${seen}"><input type="hidden" name="payload"><input type="hidden" name="response">
<label class="field"><span>${own.approver}</span><input name="approver" value="${(view.decides && view.person) || ""}" required maxlength="64" autocomplete="off"></label>${typeTotal && field(own.total, "total")}<button>${own.approve}</button>
<p role="alert"></p><noscript><p>${own.noScript}</p></noscript><p class="small muted">${own.none} <a href="${root}/passkey">${own.make}</a></p></form>`;
}
