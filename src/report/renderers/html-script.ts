import { sha256 } from "../../lib/digest.ts";

/**
 * The page's one script: sorting and filtering of tables. It adds its own controls, so that without script there are none,
 * and reads nothing but the page. It also says what each part of a table is: shown as cards, a table is none to some browsers.
 */
export const script = `
(() => {
  const make = (name, properties) => Object.assign(document.createElement(name), properties);
  const words = (text) => text.toLowerCase().split(/\\s+/).filter(Boolean);

  const roles = { TABLE: "table", THEAD: "rowgroup", TBODY: "rowgroup", TR: "row", TD: "cell" };
  for (const part of document.querySelectorAll("table.stack, table.stack :is(thead, tbody, tr, th, td)"))
    part.setAttribute("role", roles[part.tagName] ?? (part.scope === "col" ? "columnheader" : "rowheader"));

  document.querySelectorAll("[data-filter]").forEach((frame, place) => {
    const noun = frame.dataset.filter;
    const first = Number(frame.dataset.first) || Infinity;
    const body = frame.querySelector("tbody");
    const given = [...body.rows];
    const heads = [...frame.querySelectorAll("thead th")];
    if (given.length < 2) return;

    const id = "filter-" + place;
    const field = make("input", { type: "search", id, autocomplete: "off", spellcheck: false });
    const label = make("label", { htmlFor: id, textContent: "Filter " + noun });
    const more = make("button", { type: "button", className: "more-rows" });
    const status = make("p", { className: "small muted" });
    status.setAttribute("role", "status");
    const tools = make("div", { className: "tools" });
    tools.append(label, field, ...(given.length > first ? [more] : []), status);
    frame.before(tools);

    let all = false;
    let sorted = { column: -1, direction: 0 };

    const keyOf = (row) => row.cells[sorted.column]?.dataset.sort;
    const compare = (a, b) => {
      const [x, y] = [keyOf(a), keyOf(b)];
      if (x === undefined || y === undefined) return (x === undefined) - (y === undefined);
      const numbers = Number(x) - Number(y);
      return sorted.direction * (Number.isNaN(numbers) ? x.localeCompare(y) : numbers);
    };

    const show = () => {
      const wanted = words(field.value);
      const rows = sorted.direction === 0 ? given : [...given].sort(compare);
      const matching = rows.filter((row) => {
        const text = row.textContent.toLowerCase();
        return wanted.every((word) => text.includes(word));
      });
      const most = all || wanted.length > 0 ? Infinity : first;
      for (const row of rows) row.hidden = true;
      for (const row of matching.slice(0, most)) row.hidden = false;
      body.append(...rows);
      heads.forEach((head, i) => {
        if (!head.firstElementChild) return;
        const way = i !== sorted.column ? "none" : ["descending", "none", "ascending"][sorted.direction + 1];
        head.setAttribute("aria-sort", way);
      });
      more.hidden = wanted.length > 0;
      more.textContent = all ? "Show the first " + first : "Show all " + given.length;
      more.setAttribute("aria-expanded", String(all));
      const by = sorted.direction === 0 ? "" :
        ", sorted by " + heads[sorted.column].textContent + (sorted.direction > 0 ? ", lowest first" : ", highest first");
      status.textContent = Math.min(matching.length, most) + " of " + given.length + " " + noun + " shown" + by;
    };

    heads.forEach((head, column) => {
      if (head.dataset.sorts !== "yes") return;
      const button = make("button", { type: "button", textContent: head.textContent });
      button.addEventListener("click", () => {
        const next = { 0: 1, 1: -1, "-1": 0 };
        sorted = { column, direction: sorted.column === column ? next[sorted.direction] : 1 };
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
    more.addEventListener("click", () => { all = !all; show(); });
    show();
  });
})();
`;

/** The source expression that lets a browser run exactly this script and no other. */
export const scriptSource = `'sha256-${btoa(
  (sha256(script).match(/../g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 16))).join(""),
)}'`;
