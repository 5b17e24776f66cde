import type { Observer } from "../campaign/journal.ts";

/** After the sellers are known: their calls go out first. */
const delayMs = 100;

/** Sees the sellers found, and loads what draws the report while they think. */
export function loadReportAhead(observe: Observer): Observer {
  return (recorded, state) => {
    observe(recorded, state);
    if (recorded.event.type !== "sellers-discovered") return;
    // What goes wrong here goes wrong again, and is told, when the report is drawn.
    setTimeout(() => void load().catch(() => undefined), delayMs).unref();
  };
}

async function load(): Promise<void> {
  const [{ loadEcharts }] = await Promise.all([
    import("../report/charts/draw.ts"),
    import("../report/html.ts"),
  ]);
  await loadEcharts();
}
