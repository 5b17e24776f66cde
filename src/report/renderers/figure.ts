import type { Chart } from "../charts/chart.ts";
import { drawChart } from "../charts/draw.ts";
import { html, type Markup } from "../html-template.ts";

/** A chart at both widths under its title and description; nothing where there is nothing to draw. */
export async function figure(chart: Chart | undefined): Promise<Markup | undefined> {
  if (!chart) return undefined;
  const [wide, narrow] = await Promise.all([drawChart(chart, "wide"), drawChart(chart, "narrow")]);
  const { id, title, description, legend } = chart;
  return html`<figure aria-labelledby="${id}-title" aria-describedby="${id}-words">
<h3 id="${id}-title">${title}</h3>
<figcaption id="${id}-words">${description}</figcaption>
${legendList(legend)}
<div class="wide">${wide}</div><div class="narrow">${narrow}</div>
</figure>`;
}

function legendList(legend: Chart["legend"]): Markup | undefined {
  if (legend.length < 2) return undefined;
  return html`<ul class="legend">${legend.map(
    ({ label, colour }) => html`<li><i style="background:${colour}"></i>${label}</li>`,
  )}</ul>`;
}
