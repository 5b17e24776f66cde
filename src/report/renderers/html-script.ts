import { sha256 } from "../../lib/digest.ts";

/**
 * The page's one script: sorting and filtering of tables. It adds its own controls, so that without script there are none,
 * and reads nothing but the page. It also says what each part of a table is: shown as cards, a table is none to some browsers.
 * Where a page is renewed around it, what somebody has typed and chosen stays.
 */
export function tablesScript(words: TablesWords): string {
  return `
(() => {
  const said = ${JSON.stringify(words)};
  const fill = (text, values) => text.replace(/\\{(\\w+)\\}/g, (_, name) => values[name]);
  const make = (name, properties) => Object.assign(document.createElement(name), properties);
  const words = (text) => text.toLowerCase().split(/\\s+/).filter(Boolean);
  const kept = new Map();

  const enhance = () => {
    const roles = { TABLE: "table", THEAD: "rowgroup", TBODY: "rowgroup", TR: "row", TD: "cell" };
    for (const part of document.querySelectorAll("table.stack, table.stack :is(thead, tbody, tr, th, td)"))
      part.setAttribute("role", roles[part.tagName] ?? (part.scope === "col" ? "columnheader" : "rowheader"));

    document.querySelectorAll("[data-filter]").forEach((frame, place) => {
      const noun = frame.dataset.filter;
      if (frame.classList.contains("sorts")) return;
      const first = Number(frame.dataset.first) || Infinity;
      const body = frame.querySelector("tbody");
      const given = [...body.rows];
      const heads = [...frame.querySelectorAll("thead th")];
      if (given.length < 2) return;

      const id = "filter-" + place;
      const field = make("input", { type: "search", id, autocomplete: "off", spellcheck: false });
      const label = make("label", { htmlFor: id, textContent: fill(said.filter, { noun }) });
      const more = make("button", { type: "button", className: "more-rows" });
      const status = make("p", { className: "small muted" });
      status.setAttribute("role", "status");
      const tools = make("div", { className: "tools" });
      tools.append(label, field, ...(given.length > first ? [more] : []), status);
      frame.before(tools);

      const chosen = kept.get(id) ?? { text: "", all: false, column: -1, direction: 0 };
      kept.set(id, chosen);
      field.value = chosen.text;

      const keyOf = (row) => row.cells[chosen.column]?.dataset.sort;
      const compare = (a, b) => {
        const [x, y] = [keyOf(a), keyOf(b)];
        if (x === undefined || y === undefined) return (x === undefined) - (y === undefined);
        const numbers = Number(x) - Number(y);
        return chosen.direction * (Number.isNaN(numbers) ? x.localeCompare(y) : numbers);
      };

      const show = () => {
        chosen.text = field.value;
        const wanted = words(chosen.text);
        const rows = chosen.direction === 0 ? given : [...given].sort(compare);
        const matching = rows.filter((row) => {
          const text = row.textContent.toLowerCase();
          return wanted.every((word) => text.includes(word));
        });
        const most = chosen.all || wanted.length > 0 ? Infinity : first;
        for (const row of rows) row.hidden = true;
        for (const row of matching.slice(0, most)) row.hidden = false;
        body.append(...rows);
        heads.forEach((head, i) => {
          if (!head.firstElementChild) return;
          const way = i !== chosen.column ? "none" : ["descending", "none", "ascending"][chosen.direction + 1];
          head.setAttribute("aria-sort", way);
        });
        more.hidden = wanted.length > 0;
        more.textContent = fill(chosen.all ? said.first : said.all, { first, count: given.length });
        more.setAttribute("aria-expanded", String(chosen.all));
        const shown = { shown: Math.min(matching.length, most), count: given.length, noun };
        const by = chosen.direction === 0 ? "" :
          fill(chosen.direction > 0 ? said.rising : said.falling, { column: heads[chosen.column].textContent });
        status.textContent = fill(said.shown, shown) + by;
      };

      heads.forEach((head, column) => {
        if (head.dataset.sorts !== "yes") return;
        const button = make("button", { type: "button", id: id + "-" + column, textContent: head.textContent });
        button.addEventListener("click", () => {
          const next = { 0: 1, 1: -1, "-1": 0 };
          Object.assign(chosen, { column, direction: chosen.column === column ? next[chosen.direction] : 1 });
          show();
        });
        head.replaceChildren(button);
      });
      frame.classList.add("sorts");
      field.addEventListener("input", show);
      field.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || field.value === "") return;
        event.preventDefault();
        field.value = "";
        show();
      });
      more.addEventListener("click", () => { chosen.all = !chosen.all; show(); });
      show();
    });
  };
  enhance();
  addEventListener("renewed", enhance);
})();
`;
}

/** What the controls say; names in braces stand for what is there. */
export interface TablesWords {
  readonly filter: string;
  readonly all: string;
  readonly first: string;
  readonly shown: string;
  readonly rising: string;
  readonly falling: string;
}

export const tablesInEnglish: TablesWords = {
  filter: "Filter {noun}",
  all: "Show all {count}",
  first: "Show the first {first}",
  shown: "{shown} of {count} {noun} shown",
  rising: ", sorted by {column}, lowest first",
  falling: ", sorted by {column}, highest first",
};

export const script = tablesScript(tablesInEnglish);

/** The source expression that lets a browser run exactly this script and no other. */
export const scriptSource = `'sha256-${btoa(
  (sha256(script).match(/../g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 16))).join(""),
)}'`;
