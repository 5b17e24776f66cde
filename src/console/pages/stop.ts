import type { AnswerOf, InputOf } from "../../desk/operations.ts";
import { shellWord } from "../../lib/clean-text.ts";
import { html, type Markup } from "../../report/blocks/html-template.ts";
import { field, form, inEnglish, page, places, plainList, section, type View } from "../shell.ts";
import type { Words } from "../words/english.ts";

export type Scope = InputOf<"stop">["scope"];

/** Stops everything, a campaign or a seller with one typed word, and shows how what is stopped is released. */
export function stopPage({ orders, campaigns }: AnswerOf<"status">, sellers: readonly string[], view: View) {
  const { words } = view;
  const own = words.stop;
  return page(view, {
    lead: own.lead,
    current: "stop",
    main: [
      section(words.nav.stop, stopForm(campaigns, sellers, view), "stop"),
      section(
        own.inForce,
        orders.length === 0 ? html`<p>${own.none}</p>` : orders.map((order) => stopOrderRow(order, view)),
      ),
    ],
  });
}

function stopForm(campaigns: AnswerOf<"status">["campaigns"], sellers: readonly string[], view: View) {
  const own = view.words.stop;
  const option = (scope: Scope, label: string) =>
    html`<option value="${scopeValue(scope)}">${label}</option>`;
  const running = campaigns.filter(({ ended }) => ended === undefined);
  return form(
    places.stop,
    "stop",
    html`<label class="field"><span>${own.scope}</span><select name="scope" required><option value="">${own.choose}</option>${option({ type: "all" }, own.everything)}
${running.length > 0 && html`<optgroup label="${own.campaigns}">${running.map(({ campaign, name }) => option({ type: "campaign", id: campaign }, name))}</optgroup>`}
${sellers.length > 0 && html`<optgroup label="${own.sellers}">${sellers.map((id) => option({ type: "seller", id }, id))}</optgroup>`}</select></label>
${field(view.words.terms.reason, "reason", { required: true })}${field(own.type(own.word), "word", { required: true })}<button class="danger">${own.button}</button>`,
    view,
  );
}

function stopOrderRow(order: AnswerOf<"status">["orders"][number], view: View): Markup {
  const { words } = view;
  const own = words.stop;
  const { scope, by, at, reason, notStopped, objections } = order;
  return html`<div class="order"><h3>${scopeWords(scope, words)}</h3><p class="small muted">${own.by(by, words.instant(at), reason)}</p>
${
  notStopped.length + objections.length > 0 &&
  html`<div class="alert"><h4>${own.notStopped}</h4>${plainList(
    [...notStopped, ...objections].map(
      (buy) => html`${buy.mediaBuyId ?? buy.stepId}, ${buy.sellerId}: ${inEnglish(buy.reason)}`,
    ),
  )}</div>`
}
${view.decides && releaseForm(scope, view)}<p>${view.decides ? own.orAtTerminal : own.releaseLead}</p><pre class="command"><code>flightdesk release ${scopeFlag(scope)}</code></pre></div>`;
}

/** Buys stay paused: each is resumed at its line, and signed for. */
function releaseForm(scope: Scope, view: View): Markup {
  const own = view.words.stop;
  return form(
    `${places.stop}/release`,
    "release",
    html`<input type="hidden" name="scope" value="${scopeValue(scope)}"><p>${own.releaseHere}</p>${field(own.type(own.releaseWord), "word", { required: true })}<button>${own.release}</button>`,
    view,
  );
}

function scopeFlag(scope: Scope): string {
  return scope.type === "all" ? "--all" : `--${scope.type} ${shellWord(scope.id)}`;
}

export function scopeWords(scope: Scope, { stop: { scopes } }: Words): string {
  return scope.type === "all" ? scopes.all : scopes[scope.type](scope.id);
}

/** The orders that stand, on pages that show what they are over. */
export function stopAlert(
  orders: readonly { readonly scope: Scope; readonly by: string; readonly reason: string }[],
  words: Words,
): Markup | false {
  return (
    orders.length > 0 &&
    html`<div class="alert"><h2>${words.stop.inForce}</h2>${plainList(
      orders.map(
        ({ scope, reason, by }) =>
          html`${words.campaigns.stopped(scopeWords(scope, words), `(${by}: ${reason})`)}`,
      ),
    )}</div>`
  );
}

function scopeValue(scope: Scope): string {
  return scope.type === "all" ? "all" : `${scope.type}:${scope.id}`;
}

/** A scope as the form writes it; undefined for anything else. */
export function scopeOf(value: string): Scope | undefined {
  if (value === "all") return { type: "all" };
  const [, type, id] = /^(campaign|seller):(.+)$/.exec(value) ?? [];
  if (id === undefined) return undefined;
  return type === "campaign" ? { type, id } : { type: "seller", id };
}
