/** The page's whole style. Colours are names, so that charts and chips follow light, dark and paper alike. */
export const style = `
:root { color-scheme: light dark;
  --paper: #ffffff; --ground: #f6f6f4; --ink: #1c2024; --muted: #5b626b; --line: #e2e4e6; --edge: #858d95; --accent: #1f5f8b;
  --done: #1d6f42; --done-tint: #e5f3ea; --waiting: #8a5200; --waiting-tint: #fbf0dc; --refused: #a3262a; --refused-tint: #fbe9e8;
  --held: #5a4a9c; --held-tint: #eeebf8; --failed: #a3262a; --failed-tint: #fbe9e8; --open: #4f5963; --open-tint: #eceeef;
  --series-1: #2b6c99; --series-2: #6fa8a3; --series-3: #c98f3c; --series-4: #8673b3; --series-5: #64905f;
  --series-6: #b2666b; --series-7: #8a949e; --series-8: #3f5178; }
@media (prefers-color-scheme: dark) { :root {
  --paper: #191c20; --ground: #121417; --ink: #e8eaec; --muted: #a0a8b0; --line: #2f343a; --edge: #737c85; --accent: #6fb1de;
  --done: #7fd0a0; --done-tint: #1a3325; --waiting: #e8b562; --waiting-tint: #382a12; --refused: #f09a98; --refused-tint: #3d1f20;
  --held: #b9acf0; --held-tint: #2a2543; --failed: #f09a98; --failed-tint: #3d1f20; --open: #b4bcc4; --open-tint: #2a2f35;
  --series-1: #5d9fcc; --series-2: #83bdb7; --series-3: #dba95c; --series-4: #a596d0; --series-5: #86b380;
  --series-6: #cf8a8e; --series-7: #8d97a1; --series-8: #8296c4; } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
body { margin: 0; background: var(--ground); color: var(--ink); overflow-wrap: anywhere;
  font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
header.top, main, footer { max-width: 1200px; margin: 0 auto; padding: 0 24px; }
header.top { padding-top: 22px; }
h1 { font-size: 28px; line-height: 1.2; letter-spacing: -0.015em; margin: 2px 0 4px; }
h2 { font-size: 20px; line-height: 1.3; letter-spacing: -0.01em; margin: 0 0 4px; }
h3 { font-size: 15px; margin: 28px 0 8px; }
p { margin: 0 0 12px; }
a { color: var(--accent); }
.eyebrow, .lead, figcaption, .small, .muted { color: var(--muted); }
.eyebrow { font-size: 13px; margin: 0; }
.asked { margin: 0; }
.logo { float: right; max-width: 220px; max-height: 56px; margin: 0 0 8px 24px; }
.document .lead { margin-top: 16px; }
.sign { display: grid; grid-template-columns: 1fr 1fr; gap: 28px 48px; margin-top: 30px; break-inside: avoid; } .sign p { margin: 0; border-top: 1px solid var(--edge); padding-top: 4px; font-size: 13px; color: var(--muted); min-height: 60px; } .sign h3 { margin: 0 0 44px; } .sign .total { grid-column: 1 / -1; border: 0; min-height: 0; color: var(--ink); font-weight: 600; }
.lead, .summary { max-width: 76ch; }
.summary { margin-top: 18px; }
.verdict { font-size: 19px; font-weight: 600; max-width: 88ch; margin-bottom: 14px; }
.flowchart .scroll { margin: 4px 0 0; } .flowchart caption { padding: 0; font-size: 13px; } .flowchart thead th { padding-block: 0 3px; border-bottom-color: var(--line); }
.flowchart .calendar td.number, .flowchart tbody th { padding-block: 1px; border: 0; } .flowchart .calendar td i { padding-block: 2px; } .flowchart th small { display: inline; margin-left: 8px; }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(260px, 1fr)); gap: 0 32px; font-size: 13.5px; line-height: 1.45; }
.columns h3 { margin: 14px 0 4px; } .columns ul { margin: 0; padding-left: 18px; } .columns li { padding: 1px 0; } .columns p { margin: 0; } .columns .muted { display: block; }
details.appendix { margin: 28px 0; } details.appendix > summary { font-size: 15px; padding: 14px 18px; background: var(--paper); border: 1px solid var(--line); border-radius: 10px; }
details.appendix > section { background: var(--paper); border: 1px solid var(--line); border-radius: 10px; padding: 26px 28px 28px; margin: 20px 0; }
.small { font-size: 13px; }
.number, td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; } .number + :is(td, th):not(.number) { padding-left: 12px; }
nav ul { display: flex; flex-wrap: wrap; gap: 4px 18px; list-style: none; margin: 8px 0 0; padding: 7px 0; border-block: 1px solid var(--line); }
nav a { text-decoration: none; font-size: 14px; }
nav a:hover { text-decoration: underline; }
main > section { background: var(--paper); border: 1px solid var(--line); border-radius: 10px; padding: 22px 28px 24px; margin: 16px 0; }
#overview { padding: 18px 28px 22px; margin-top: 14px; }
.cards { display: flex; flex-wrap: wrap; gap: 1px; margin: 0 0 14px;
  background: var(--line); border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
.cards > div { flex: 1 1 150px; min-width: 0; background: var(--paper); padding: 9px 14px; }
.cards dt { font-size: 13px; color: var(--muted); }
.cards dd { margin: 1px 0 0; font-size: 17px; font-weight: 600; letter-spacing: -0.01em; font-variant-numeric: tabular-nums; white-space: nowrap; }
.cards dd small { display: block; white-space: normal; font-size: 12.5px; font-weight: 400; letter-spacing: 0; color: var(--muted); }
.bar { display: flex; gap: 2px; height: 14px; border-radius: 4px; overflow: hidden; margin: 0 0 10px; }
.bar span { min-width: 2px; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 20px; list-style: none; padding: 0; margin: 0 0 14px; font-size: 13px; color: var(--muted); }
.legend li { display: flex; align-items: center; gap: 7px; }
.legend i { width: 10px; height: 10px; border-radius: 2px; flex: none; }
.legend b { color: var(--ink); font-weight: 600; font-variant-numeric: tabular-nums; }
.chip { display: inline-block; padding: 1px 9px; border-radius: 99px; font-size: 12.5px; font-weight: 600; white-space: nowrap; }
.chip.done { color: var(--done); background: var(--done-tint); } .chip.waiting { color: var(--waiting); background: var(--waiting-tint); }
.chip.refused { color: var(--refused); background: var(--refused-tint); } .chip.failed { color: var(--failed); background: var(--failed-tint); }
.chip.held { color: var(--held); background: var(--held-tint); } .chip.open, .chip.replaced { color: var(--open); background: var(--open-tint); }
.fill-done { background: var(--done); } .fill-waiting { background: var(--waiting); } .fill-open { background: var(--open); opacity: .55; }
.fill-stopped { background: var(--refused); } .fill-adjusted { background: var(--held); } .fill-rest { background: var(--line); }
.scroll { overflow-x: auto; margin: 26px 0 0; }
.scroll + .small { margin: 10px 0 0; }
.scroll:focus-visible, button:focus-visible, input:focus-visible, summary:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; font-size: 14px; line-height: 1.45; }
caption { text-align: left; font-size: 15px; font-weight: 600; padding: 0 0 8px; }
th, td { text-align: left; vertical-align: top; overflow-wrap: break-word; padding: 7px 14px 7px 0; border-top: 1px solid var(--line); font-weight: 400; }
thead th { white-space: nowrap; border-top: 0; border-bottom: 1px solid var(--muted); padding-bottom: 6px; font-size: 12.5px; color: var(--muted); vertical-align: bottom; }
tbody tr:first-child > * { border-top: 0; }
tbody th, td strong, tfoot > tr > * { font-weight: 600; }
tfoot > tr > * { border-top: 1px solid var(--muted); }
td small, th small, caption .small { display: block; font-weight: 400; } td small, th small { font-size: 13px; color: var(--muted); }
td:last-child, th:last-child { padding-right: 0; }
td.number, td.short { white-space: nowrap; } td.number small { white-space: normal; }
td.words { min-width: 24ch; }
th[scope="row"] { min-width: 21ch; max-width: 42ch; overflow-wrap: anywhere; }
details { margin: 4px 0 0; }
section > details { margin-top: 12px; }
details pre { margin: 6px 0 0; font-size: 12.5px; white-space: pre-wrap; overflow-wrap: anywhere; }
summary { cursor: pointer; color: var(--accent); font-size: 13px; }
td ul, details ul, .plain { margin: 4px 0 0; padding-left: 18px; font-size: 13px; color: var(--muted); }
figure { margin: 24px 0 0; }
figure h3 { margin: 0 0 2px; }
figcaption { font-size: 13px; margin: 0 0 12px; max-width: 84ch; }
figure svg { display: block; width: 100%; height: auto; } figure text { dominant-baseline: central; font-size: 12px; }
figure .narrow { display: none; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: 6px 22px; margin: 0; font-size: 14px; }
.facts dt { color: var(--muted); } .facts dd { margin: 0; }
@media (min-width: 1000px) { #plan > .facts { grid-template-columns: max-content 1fr max-content 1fr; margin-bottom: 12px; } }
.attention { list-style: none; margin: 0; padding: 0; }
.attention li { display: grid; grid-template-columns: 84px 1fr; gap: 12px; padding: 9px 0; border-top: 1px solid var(--line); }
.steps { list-style: none; margin: 18px 0 0; padding: 0; }
.steps > li { border-top: 1px solid var(--line); padding: 16px 0 14px; }
.steps > li:first-child { border-top: 0; padding-top: 0; }
.step-head { display: flex; flex-wrap: wrap; gap: 4px 14px; align-items: baseline; }
.step-head .number { margin-left: auto; }
.timeline { list-style: none; margin: 10px 0 0 4px; padding: 0 0 0 20px; border-left: 2px solid var(--line); font-size: 14px; }
.timeline li { position: relative; padding: 0 0 7px; }
.timeline li:last-child { padding-bottom: 0; }
.timeline li::before { content: ""; position: absolute; left: -26px; top: 6px; width: 10px; height: 10px; border-radius: 50%; background: var(--muted); border: 2px solid var(--paper); }
.timeline li.done::before { background: var(--done); } .timeline li.waiting::before { background: var(--waiting); }
.timeline li.refused::before, .timeline li.failed::before { background: var(--refused); } .timeline li.held::before { background: var(--held); }
.timeline time { color: var(--muted); font-size: 13px; font-variant-numeric: tabular-nums; margin-right: 8px; }
.index { position: relative; display: block; width: 130px; height: 8px; margin: 7px 0 0 auto; border-radius: 4px; background: var(--open-tint); }
.index i { position: absolute; inset: 0 auto 0 0; border-radius: 4px; background: var(--accent); }
.index::after { content: ""; position: absolute; left: 50%; top: -3px; bottom: -3px; width: 2px; background: var(--ink); }
code { font: 12.5px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
footer { padding-bottom: 48px; font-size: 13px; color: var(--muted); }
.tools { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 14px; margin: 22px 0 0; font-size: 13px; }
.tools + .scroll { margin-top: 14px; }
.tools label { color: var(--muted); } .tools p { margin: 0; margin-left: auto; }
.tools input { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--edge); border-radius: 6px; padding: 5px 10px; width: 220px; }
button { font: inherit; color: inherit; cursor: pointer; }
.more-rows { background: none; border: 1px solid var(--edge); border-radius: 6px; padding: 5px 12px; color: var(--accent); }
.more-rows:hover { border-color: var(--accent); }
thead button { background: none; border: 0; padding: 0; font-weight: inherit; letter-spacing: inherit; }
thead button::after { content: "\\2195"; display: inline-block; width: 1em; text-align: right; opacity: .45; }
thead th[aria-sort="ascending"] button::after { content: "\\2191"; opacity: 1; } thead th[aria-sort="descending"] button::after { content: "\\2193"; opacity: 1; }
thead th[aria-sort="ascending"], thead th[aria-sort="descending"], thead button:hover { color: var(--ink); }
tr[hidden], table.stack tr[hidden] { display: none; }
#offers th[scope="row"] { min-width: 26ch; max-width: 48ch; } #offers td.words { min-width: 22ch; }
.best { display: grid; grid-template-columns: repeat(auto-fit, minmax(250px, 1fr)); gap: 14px; list-style: none; margin: 18px 0 0; padding: 0; counter-reset: best; }
.best li { counter-increment: best; min-width: 0; border: 1px solid var(--line); border-top: 3px solid var(--accent); border-radius: 8px; padding: 12px 16px; font-size: 14px; }
.best strong::before { content: counter(best) "  "; color: var(--accent); } .best p { margin: 6px 0 0; } .best .score { font-size: 17px; font-weight: 600; }
.alert { border-left: 3px solid var(--refused); background: var(--refused-tint); border-radius: 0 8px 8px 0; padding: 12px 16px; margin: 16px 0 0; }
.alert h3 { margin: 0 0 8px; } .alert .facts dt { color: inherit; font-weight: 600; } .alert .muted { color: inherit; }
.calendar table { font-size: 13px; } .calendar td.number { padding: 5px 2px; } .calendar thead th.number { padding-right: 8px; }
.calendar td i { display: block; font-style: normal; padding: 5px 6px; border-radius: 4px; background: color-mix(in srgb, var(--accent) var(--depth), transparent); }
#plan .calendar tbody tr:last-child > * { border-top: 1px solid var(--muted); font-weight: 600; }
.skip { position: absolute; left: -9999px; } .skip:focus { left: 8px; top: 8px; background: var(--paper); padding: 8px 12px; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-width: 700px) {
  header.top, main, footer { padding-inline: 14px; }
  header.top { padding-top: 22px; } h1 { font-size: 24px; } 
  main > section, details.appendix > section, #overview { padding: 20px 16px; margin: 14px 0; }
  .flowchart { display: none; }
  .cards > div { flex-basis: 40%; padding: 11px 12px; } .cards dd { font-size: 16px; }
  figure .wide { display: none; } figure .narrow { display: block; }
  .facts { grid-template-columns: 1fr; gap: 0; } .facts dd { margin: 0 0 10px; }
  .attention li { grid-template-columns: 1fr; gap: 4px; }
  .step-head .number { margin-left: 0; }
  table.stack thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table.stack, table.stack caption, table.stack :is(tbody, tfoot), table.stack th, table.stack td { display: block; width: auto; }
  table.stack tr { display: flex; flex-direction: column; padding: 12px 0; border-top: 1px solid var(--line); }
  table.stack tr > * { border: 0; min-width: 0; max-width: none; padding: 2px 0; text-align: left; white-space: normal; }
  table.stack td { display: grid; grid-template-columns: 104px minmax(0, 1fr); gap: 10px; }
  table.stack tr > .number + :is(td, th):not(.number) { padding-left: 0; }
  table.stack tr > th, #offers th[scope="row"], #offers td.words { min-width: 0; max-width: none; }
  table.stack tr > th { order: -1; }
  table.stack td::before { content: attr(data-label); color: var(--muted); font-size: 13px; }
  table.stack td.empty { display: none; }
  .index { margin-left: 0; }
  .tools input { flex: 1 1 140px; width: auto; } .tools p { margin-left: 0; flex-basis: 100%; }
  .sorts table.stack thead { position: static; width: auto; height: auto; overflow: visible; clip-path: none; display: block; }
  .sorts table.stack thead tr { flex-direction: row; flex-wrap: wrap; gap: 8px; padding: 4px 0 14px; border: 0; }
  .sorts table.stack thead th { display: none; } .sorts table.stack thead th[data-sorts="yes"] { display: block; }
  .sorts thead button { border: 1px solid var(--edge); border-radius: 6px; padding: 4px 8px; }
  .calendar td i { width: max-content; min-width: 64px; }
}
@media print {
  :root { color-scheme: light; --paper: #fff; --ground: #fff; --ink: #111; --muted: #444; --line: #ccc; --edge: #888; --accent: #1f5f8b;
    --done: #1d6f42; --waiting: #8a5200; --refused: #a3262a; --failed: #a3262a; --held: #5a4a9c; --open: #4f5963;
    --done-tint: #e5f3ea; --waiting-tint: #fbf0dc; --refused-tint: #fbe9e8; --failed-tint: #fbe9e8; --held-tint: #eeebf8; --open-tint: #eceeef;
    --series-1: #2b6c99; --series-2: #6fa8a3; --series-3: #c98f3c; --series-4: #8673b3; --series-5: #64905f;
    --series-6: #b2666b; --series-7: #8a949e; --series-8: #3f5178; }
  @page { size: A4; margin: 12mm 12mm 16mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8pt system-ui, sans-serif; color: #444; } }
  body { font-size: 10pt; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  nav, .skip, .tools { display: none; } thead button::after { display: none; }
  header.top, main, footer { max-width: none; padding-inline: 0; }
  main > section, #overview { border: 0; border-radius: 0; padding: 0; margin: 12pt 0; } .facts { grid-template-columns: max-content 1fr max-content 1fr; gap: 2px 14px; font-size: 8.5pt; }
  .scroll { margin-top: 12pt; } h3 { margin: 12pt 0 4pt; } .columns { grid-template-columns: repeat(3, 1fr); gap: 0 16pt; font-size: 8.5pt; } 
  .scroll { overflow: visible; }
  table { font-size: 8.5pt; } .small, td small, th small, .plain, td ul, thead th, .chip { font-size: 8pt; }
  th, td { padding: 4px 6px 4px 0; overflow-wrap: break-word; } thead th { overflow-wrap: anywhere; } td.short, thead th { white-space: normal; } .chip { white-space: nowrap; } td.words, th[scope="row"], #offers td.words, #offers th[scope="row"] { min-width: 0; } th[scope="row"] { width: 22%; } .client :is(#lines th, #plan > :nth-child(1 of .scroll) th)[scope="row"] { width: 27%; } #overview > .facts { margin-top: 12pt; } .client .columns { grid-template-columns: repeat(2, 1fr); } footer { font-size: 8pt; padding: 0; }
  .cards > div { flex-basis: 23%; padding: 8px 10px; outline: 1px solid var(--line); } .cards:has(> :last-child:nth-child(4n + 1)) > div { flex-basis: 30%; } .cards dd { font-size: 12pt; } .cards dd small { font-size: 8pt; }
  tfoot { display: table-row-group; } tr, figure, .steps > li, .cards, .attention li { break-inside: avoid; }
  h2, h3, caption { break-after: avoid; }
  details:not(.appendix) { display: none; } details.appendix::details-content { content-visibility: visible; display: block; block-size: auto; }
  details.appendix { break-before: page; } details.appendix > summary { list-style: none; border: 0; padding: 0; color: var(--ink); font-size: 14pt; font-weight: 600; } details.appendix > section { border: 0; padding: 0; }
  .calendar td i { padding: 3px 4px; }
  footer p { display: inline; } .document td.short, .calendar thead th.number { white-space: nowrap; } .calendar thead th.number { padding-right: 3px; } .calendar th[scope="row"] { overflow-wrap: normal; } :is(.document, .client) thead th { overflow-wrap: normal; } .document h1 { font-size: 15pt; } .sign { margin-top: 14pt; row-gap: 8pt; } .sign h3 { margin-bottom: 30pt; } .sign p { min-height: 0; } .document section > .facts { margin-top: 12pt; } .document .lead { margin: 12pt 0 0; font-size: 9pt; max-width: none; }
}
`;
