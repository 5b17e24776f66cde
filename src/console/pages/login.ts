import { html } from "../../report/html-template.ts";
import { field, page, root, type View } from "../shell.ts";

/** Where a link leads: script sends what stands behind its #; without script it is pasted. */
export function loginPage(problem: string | undefined, view: View): string {
  const own = view.words.login;
  return page(
    {
      title: own.title,
      lead: own.lead,
      login: true,
      main: html`<section>
${problem !== undefined && html`<p role="status"><strong>${problem}</strong></p>`}
<form class="act" id="login" method="post" action="${root}/login">${field(own.field, "link", { required: true })}<button>${own.button}</button></form>
<form class="act" method="post" action="${root}/login/link"><button class="quiet">${own.newLink}</button></form></section>`,
    },
    view,
  );
}
