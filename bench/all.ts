import { spawn } from "node:child_process";
import { once } from "node:events";

/**
 * Runs every bench of this folder, one after the other, and prints one table of what they hold to a limit. Arguments are
 * the names of those that are wanted. What a bench prints as `<name> <figure> … (limit <figure>)` is a row, and it ends
 * with 1 where one is broken. Needs a build. Exits 1 where any bench did.
 */
const benches: readonly (readonly [name: string, ...settings: string[]])[] = [
  ["fan-out", "100"],
  ["compare"],
  ["plan"],
  ["allocate"],
  ["ledger"],
  ["signing"],
  ["webhooks"],
  ["match"],
  ["logging"],
  ["look-up"],
  ["buy-path"],
  ["kill-and-lie", "2"],
  ["kill-and-lie", "2", "a2a-1.0"],
  ["later-lies"],
  ["loop", "100"],
  ["import"],
  ["console", "100"],
  ["hostile", "15"],
  ["outsiders"],
  ["brief-new"],
];
/** A bench that has not ended by then is broken. */
const longestMs = 600_000;

interface Row {
  readonly name: string;
  readonly figure?: string;
  readonly limit?: string;
  readonly isOk: boolean;
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => benches.every(([known]) => known !== name));
if (unknown.length > 0) throw new Error(`there is no bench ${unknown.join(", ")}`);

const line = (name: string, figure: string, limit: string, ok: string) =>
  `${name.padEnd(60)} ${figure.padStart(8)} ${limit.padStart(8)}  ${ok}\n`;
process.stdout.write(line("name", "ratio", "limit", "ok"));
for (const [bench, ...settings] of benches) {
  if (wanted.length > 0 && !wanted.includes(bench)) continue;
  for (const { name, figure = "", limit = "", isOk } of await run(bench, settings)) {
    process.stdout.write(line(name, figure, limit, isOk ? "yes" : "no"));
    if (!isOk) process.exitCode = 1;
  }
}

async function run(name: string, settings: readonly string[]): Promise<Row[]> {
  const child = spawn(process.execPath, ["--import", "tsx", `bench/${name}.ts`, ...settings], {
    stdio: ["ignore", "pipe", "pipe"],
    // With what it has started itself: that would keep its output open.
    detached: true,
  });
  const timer = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, "SIGKILL"), longestMs);
  let [printed, complained] = ["", ""];
  child.stdout.on("data", (text) => {
    printed += String(text);
  });
  child.stderr.on("data", (text) => {
    complained += String(text);
  });
  const [code] = await once(child, "close");
  clearTimeout(timer);
  const found = figuresIn(name, printed);
  if (code === 0 || found.some(({ isOk }) => !isOk)) return found;
  process.stderr.write(`${printed}${complained}`);
  return [...found, { name: `${name}: ended with ${code ?? "a signal"}`, isOk: false }];
}

function figuresIn(bench: string, printed: string): Row[] {
  const held = /([^\n;,()]*?)\s(\d+(?:\.\d+)?)(?:\s[^\n\d()]*)?\s\(limit (\d+(?:\.\d+)?)\)/g;
  return [...printed.matchAll(held)].map(([, words = "", figure = "", limit = ""]) => ({
    name: `${bench}: ${words.replace(/^.*: /, "").trim()}`,
    figure,
    limit,
    isOk: Number(figure) <= Number(limit),
  }));
}
