import { drawFlight } from "./alerts/draw-flight.ts";
import { type PlayedFlight, playFlight } from "./alerts/play-flight.ts";

/**
 * `npm run alerts -- [flights] [first seed]`: what is raised over honest flights, which is to be nothing, and how many true stops and
 * shortfalls are found within three days. The first seed is one that nothing was tuned on, unless said otherwise.
 */
const flights = Number(process.argv[2] ?? 100);
const firstSeed = Number(process.argv[3] ?? 20_001);
const isExplained = process.argv[4] === "explain";
if (!(flights >= 1) || !Number.isInteger(flights + firstSeed)) {
  process.stderr.write("usage: npm run alerts -- [flights] [first seed] [explain]\n");
  process.exit(2);
}
const days = 3;
/** Part of its order that an honest line brings. */
const endsAsOrdered = 0.95;
/** Part of its order under which a line has fallen short. */
const endsShort = 0.85;

for (const wrong of ["nothing", "stops", "falls short"] as const) {
  let [isFalse, backLoaded, found, missed] = [0, 0, 0, 0];
  const falsely = new Map<string, number>();
  for (let seed = firstSeed; seed < firstSeed + flights; seed += 1) {
    const drawn = drawFlight(seed, wrong);
    const played = await playFlight(drawn);
    const others = played.raised.filter(
      ({ line, kind, morning }, i, all) =>
        (wrong === "nothing" || line > 0 || morning < (drawn.lines[0]?.fault?.from ?? 0)) &&
        all.findIndex((one) => one.line === line && one.kind === kind) === i &&
        // A line that was given more than it could take ends short indeed.
        (line === 0 || (played.delivered[line] ?? 1) >= endsAsOrdered),
    );
    const isBackLoaded = ({ line }: { readonly line: number }) => drawn.lines[line]?.backLoaded === true;
    if (others.some(isBackLoaded)) backLoaded += 1;
    if (others.some((one) => !isBackLoaded(one))) isFalse += 1;
    for (const { line, kind, morning } of others) {
      if (!isBackLoaded({ line })) falsely.set(kind, (falsely.get(kind) ?? 0) + 1);
      explain(
        `${seed} false: ${kind} on day ${morning} of ${drawn.days} of line ${line + 1}: ${drawn.lines[line]?.says}; delivered ${played.delivered[line]?.toFixed(2)}; ${JSON.stringify(drawn.changes)}${drawn.moves ? " moves" : ""}`,
      );
    }
    if (wrong === "nothing") continue;
    // Cut to less by the loop it may bring what is left of its order.
    if (wrong === "falls short" && (played.delivered[0] ?? 0) >= endsShort) continue;
    const late = lateness(played, drawn.lines[0]?.fault?.from ?? 0);
    if (late <= days) found += 1;
    else missed += 1;
    if (late > days)
      explain(
        `${seed} missed: known on ${played.knownOn}, found ${late} later, of ${drawn.days} days: ${drawn.lines[0]?.says}; delivered ${played.delivered[0]?.toFixed(2)}${drawn.moves ? " moves" : ""}`,
      );
  }
  const kinds = [...falsely].map(([kind, count]) => `${count} "${kind}"`).join(", ") || "none";
  const rate = wrong === "nothing" ? "" : ` Found within ${days} days: ${found} of ${found + missed}.`;
  process.stdout.write(
    `A line ${wrong}: ${flights} flights, false alerts in ${isFalse} (${kinds}), in ${backLoaded} about lines that bring more at the end.${rate}\n`,
  );
}

/** Days from when it could be known to the first alert about the line that is wrong. */
function lateness({ raised, knownOn = 0 }: PlayedFlight, from: number): number {
  const own = raised.filter(({ line, morning }) => line === 0 && morning >= from);
  const first = Math.min(...own.map(({ morning }) => morning));
  return first - knownOn;
}

function explain(text: string): void {
  if (isExplained) process.stdout.write(`  ${text}\n`);
}
