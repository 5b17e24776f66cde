import { html } from "../../report/blocks/html-template.ts";
import { field, page, root, section, type View } from "../shell.ts";

export interface Ways {
  /** A company's own login. */
  readonly company: boolean;
  /** A link that is printed where the desk runs. */
  readonly link: boolean;
  /** The passkey of somebody who may approve. */
  readonly passkey: boolean;
}

/** Where a link leads: script sends what stands behind its #; without script it is pasted. */
export function loginPage(problem: string | undefined, { company, link, passkey }: Ways, view: View): string {
  const { login: own, passkey: key } = view.words;
  return page(view, {
    title: own.title,
    lead: company || !link ? undefined : own.lead,
    ...(link && { login: true }),
    ...(passkey && { passkeys: true }),
    main: [
      problem !== undefined && html`<section><p role="status"><strong>${problem}</strong></p></section>`,
      company &&
        html`<section><p><a class="button" href="${root}/login/company">${own.company}</a></p></section>`,
      passkey &&
        section(
          own.byPasskey,
          html`<form class="act" method="post" action="${root}/login/passkey" data-passkey="approve" data-sign="${root}/login/passkey"><input type="hidden" name="response">${field(key.approver, "approver", { required: true })}<button>${own.byPasskey}</button>
<p role="alert"></p><noscript><p>${key.noScript}</p></noscript><p class="small muted">${key.none} <a href="${root}/passkey">${key.make}</a></p></form>`,
        ),
      link &&
        section(
          own.byLink,
          html`${company && html`<p>${own.lead}</p>`}
<form class="act" id="login" method="post" action="${root}/login">${field(own.field, "link", { required: true })}<button>${own.button}</button></form>
<form class="act" method="post" action="${root}/login/link"><button class="quiet">${own.newLink}</button></form>`,
        ),
    ],
  });
}
