import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tablesScript } from "../report/renderers/html-script.ts";
import { style } from "../report/renderers/html-style.ts";
import { passkeyScript } from "./passkeys.ts";
import { languages } from "./words/languages.ts";

/** The report's style, and what only a console has. */
const ownStyle = `
.masthead { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 6px 16px; }
.masthead .name { font-weight: 700; letter-spacing: -0.01em; }
.masthead form { display: flex; align-items: center; gap: 10px; }
.console h1 { margin-top: 18px; }
.console nav a[aria-current="page"] { color: var(--ink); font-weight: 600; box-shadow: 0 2px 0 var(--accent); padding-bottom: 3px; }
.console main > section:first-child, nav.tabs { margin-top: 14px; }
nav.tabs ul { border-top: 0; margin: 0; padding: 0 0 7px; }
main > nav.tabs + section { margin-top: 14px; }
main :is(.scroll, .tools, details):first-child { margin-top: 0; }
.console tbody th a { display: inline-block; } :is(.console h1, .console tbody th a)::first-letter { text-transform: uppercase; }
section > h2 + .scroll caption, section > h2 + .tools + .scroll caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
section > h2 + .scroll { margin-top: 10px; }
section > .cards { margin: 10px 0 0; }
section > h2 + p, section > h2 + .plain, section > h2 + .facts { margin-top: 10px; }
.plain, td ul { line-height: 1.5; }
section > .plain + p { margin-top: 14px; }
ul.bare { list-style: none; margin: 0; padding: 0; } ul.events { margin-top: 10px; } .events li { margin: 0 0 6px; }
.scroll + :is(p, div) { margin-top: 18px; } section > p:last-child { margin-bottom: 0; }
.act { display: block; margin: 12px 0 0; } .act > button { margin: 0 8px 8px 0; } .act > button + .field { margin-top: 22px; } .act > h3:first-child { margin-top: 0; }
.field { display: block; margin: 0 0 12px; max-width: 640px; }
.field > span { display: block; font-size: 13px; color: var(--muted); margin-bottom: 3px; }
.field input, .field select, .field textarea { width: 100%; font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--edge); border-radius: 6px; padding: 7px 10px; }
.field:has(textarea) { max-width: none; }
.field textarea { font: 13.5px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; resize: vertical; }
:is(input, select, textarea):focus-visible, input[type="date"]:focus-within { outline: 2px solid var(--accent); outline-offset: 1px; }
.field em { font-style: normal; color: var(--waiting); } .field input[aria-invalid] { border-color: var(--refused); } .wrong { color: var(--refused); }
.act summary { margin: 14px 0 8px; font-weight: 600; }
.row > p { align-self: end; margin: 0 0 12px; } .row { display: grid; grid-template-columns: repeat(auto-fit, minmax(220px, 1fr)); gap: 0 18px; }
fieldset { border: 0; margin: 0 0 14px; padding: 0; display: flex; flex-wrap: wrap; gap: 4px 18px; }
legend { float: left; width: 100%; font-size: 13px; color: var(--muted); margin-bottom: 4px; }
.box { display: inline-flex; gap: 7px; align-items: baseline; font-size: 14px; margin: 0 0 8px; }
fieldset .box { margin: 0; }
.box + button { display: block; }
.console main button, a.button { display: inline-block; background: var(--accent); color: var(--paper); border: 1px solid var(--accent); border-radius: 6px; padding: 7px 16px; font: inherit; font-weight: 600; text-decoration: none; }
.console main button:hover, a.button:hover { filter: brightness(1.08); }
.console main button.quiet, .console button.quiet { background: none; color: var(--accent); border: 1px solid var(--edge); border-radius: 6px; padding: 4px 12px; font-size: 13px; font-weight: 400; }
.console main button.danger { background: var(--refused); border-color: var(--refused); }
.console main thead button, .console main .more-rows { background: none; color: inherit; border: 0; padding: 0; font-weight: inherit; }
.console main .more-rows { border: 1px solid var(--edge); padding: 5px 12px; color: var(--accent); font-weight: 400; }
.alert h2, .alert h4 { margin: 0 0 6px; font-size: 15px; } .alert p { margin: 0; } .alert a { color: inherit; }
.command { background: var(--ground); border: 1px solid var(--line); border-radius: 6px; padding: 10px 12px; margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.order + .order { border-top: 1px solid var(--line); margin-top: 18px; }
.order h3 { margin: 16px 0 2px; }
.beside { margin: 16px 0; display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 18px; align-items: start; } .beside > section { background: var(--paper); border: 1px solid var(--line); border-radius: 10px; padding: 20px 24px; } .beside > :only-child { grid-column: 1 / -1; }
.source { white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.6; max-height: 75vh; overflow: auto; } .beside > section:first-child:not(:only-child) { position: sticky; top: 12px; }
.mark { color: inherit; text-decoration: underline; text-decoration-thickness: 2px; text-underline-offset: 2px; border-radius: 3px; padding: 0 2px; }
.mark.kept { background: var(--done-tint); text-decoration-color: var(--done); } .mark.asked { background: var(--waiting-tint); text-decoration-color: var(--waiting); } .mark.lost { background: var(--refused-tint); text-decoration: underline wavy var(--refused) 1px; }
.requirement { padding: 8px 0; border-top: 1px solid var(--line); } .requirements { margin: 10px 0 0; } .requirement .field { margin: 6px 0 0; } .requirement details { margin: 2px 0 0; } .requirement:target { outline: 2px solid var(--accent); outline-offset: 4px; border-radius: 4px; }
.choices { display: grid; grid-template-columns: repeat(auto-fit, minmax(280px, 1fr)); gap: 18px 36px; }
dl.facts { overflow-wrap: anywhere; } dl.facts.small { margin-top: 10px; font-size: 13px; }
.pacing { margin: 10px 0 0; } .pacing text { font-size: 15px; fill: var(--muted); }
@media (min-width: 600px) { .pacing text { font-size: 11px; } } @media (min-width: 1000px) { .pacing text { font-size: 7.5px; } }
.pacing .grid { stroke: var(--line); } .pacing polyline { fill: none; stroke-width: 2.5; stroke-linejoin: round; }
.pacing line, .pacing polyline { vector-effect: non-scaling-stroke; }
.pacing polyline.delivered { stroke: var(--series-1); } .pacing polyline.planned { stroke: var(--series-3); stroke-dasharray: 5 4; }
.key { display: inline-block; width: 18px; height: 3px; vertical-align: middle; margin: 0 4px 0 0; } .key + .key { margin-left: 14px; }
.key.delivered { background: var(--series-1); } .key.planned { height: 0; border-top: 3px dashed var(--series-3); margin-left: 14px; } 
table.grid { width: auto; min-width: 100%; font-size: 13.5px; } .grid :is(th, td) { padding-right: 12px; } .grid thead th { padding-right: 12px; }
.grid :is(thead th, tbody th, tfoot th):first-child { position: sticky; left: 0; z-index: 1; background: var(--paper); min-width: 17ch; max-width: 34ch; }
.grid tbody th[scope="row"] { font-weight: 400; } .grid .group th::first-letter { text-transform: uppercase; } .grid .group > * { font-weight: 600; border-top: 1px solid var(--muted); }
.grid input { width: 12ch; font: inherit; color: inherit; text-align: right; font-variant-numeric: tabular-nums; background: var(--ground); border: 1px solid var(--edge); border-radius: 6px; padding: 4px 8px; }
.grid .days { display: flex; flex-wrap: wrap; gap: 4px; margin-top: 4px; } .grid .days input { width: auto; font-size: 12px; text-align: left; padding: 2px 4px; }
.grid caption .sideways { display: none; }
.grid input[aria-invalid] { border-color: var(--refused); }
.grid .problem td { border-top: 0; padding-top: 0; } .grid .problem ul { position: sticky; left: 0; width: fit-content; max-width: min(68ch, 76vw); list-style: none; margin: 0; padding: 6px 12px; color: var(--refused); background: var(--refused-tint); border-radius: 0 6px 6px 0; white-space: normal; }
/* What is cut off casts a shadow at the edge behind which it lies; what scrolls along covers it. */
.console .scroll { background: linear-gradient(to left, var(--paper) 30%, transparent) right / 36px 100% no-repeat local, linear-gradient(to left, color-mix(in srgb, var(--edge) 50%, transparent), transparent) right / 12px 100% no-repeat scroll; }
@media (min-width: 701px) { [aria-labelledby=lines] td.number:not(:nth-last-child(-n+3)) small { white-space: nowrap; } [aria-labelledby=lines] :is(td, th):last-child { position: sticky; right: 0; background: var(--paper); padding-left: 10px; } }
input + .scroll { margin-top: 0; } .scroll + button, .alert + button { margin-top: 16px; } .grid caption .small { max-width: min(90ch, 76vw); }
.working::before { content: ""; display: inline-block; width: 18px; height: 18px; border-radius: 50%; border: 3px solid var(--line); border-top-color: var(--accent); animation: turn 1s linear infinite; }
.working { margin: 18px 0 0; } .log { padding-left: 26px; }
@keyframes turn { to { transform: rotate(1turn); } }
@media (prefers-reduced-motion: reduce) { .working::before { animation: none; } }
@media (max-width: 700px) {
  .console h1 { margin-top: 12px; } .masthead form { width: 100%; justify-content: space-between; }
  .console nav ul { gap: 6px 16px; } .beside { grid-template-columns: minmax(0, 1fr); gap: 0; } .beside > section:first-child:not(:only-child) { position: static; } .source { max-height: 40vh; }
  .console .cards dd { white-space: normal; }
  .grid .change { display: none; } .grid caption .sideways { display: block; }
  .grid:has(input) :is(th, td):nth-child(2) { display: none; }
  .grid :is(thead th, tbody th, tfoot th):first-child { min-width: 96px; max-width: 96px; } .grid:has(input) :is(thead th, tbody th, tfoot th):first-child { min-width: 150px; max-width: 150px; } .grid th small { font-size: 12px; } .grid :is(th, td) { padding-right: 6px; } .grid input { width: 9.5ch; padding-inline: 4px; }
}
@media print { .masthead form, .act, .console nav { display: none; } }
`;

/** Takes the secret out of the address before anything else, and sends it once. */
const loginScript = `
(() => {
  const send = () => {
    const secret = location.hash.slice(1);
    if (secret === "") return;
    history.replaceState(null, "", location.pathname);
    const form = document.getElementById("login");
    form.elements.link.value = secret;
    form.requestSubmit();
  };
  addEventListener("hashchange", send);
  send();
})();
`;

/** What a reader has in view stays where it was when the page is renewed around it. */
const liveScript = `
(() => {
  let focused;
  addEventListener("htmx:before:swap", () => { focused = document.activeElement; });
  addEventListener("htmx:after:swap", () => {
    dispatchEvent(new Event("renewed"));
    if (focused === null || focused.isConnected || focused.id === "") return;
    const again = document.getElementById(focused.id);
    again?.focus({ preventScroll: true });
    if (again?.type === "search") again.setSelectionRange(focused.selectionStart, focused.selectionEnd);
  });
})();
`;

const require = createRequire(import.meta.url);
const htmx = readFileSync(require.resolve("htmx.org/dist/htmx.min.js"), "utf8");
const htmxEvents = readFileSync(require.resolve("htmx.org/dist/ext/hx-sse.min.js"), "utf8");
const [css, javascript] = ["text/css; charset=utf-8", "text/javascript; charset=utf-8"];

/** What pages load beside themselves, by name: all of it from here. */
export const assets: Readonly<Record<string, { readonly type: string; readonly text: string }>> = {
  "console.css": { type: css, text: `${style}${ownStyle}` },
  ...Object.fromEntries(
    Object.values(languages).map(({ language, tables }) => [
      `tables.${language}.js`,
      { type: javascript, text: tablesScript(tables) },
    ]),
  ),
  "login.js": { type: javascript, text: loginScript },
  "htmx.js": { type: javascript, text: htmx },
  "live.js": { type: javascript, text: `${htmxEvents}${liveScript}` },
  "passkey.js": { type: javascript, text: passkeyScript },
};
