import { readdirSync, readFileSync } from "node:fs";
import { hardTexts } from "../test/brief/hard-texts.ts";
import { temporaryFolder } from "../test/cli/flightdesk.ts";
import {
  brokenDocument,
  hostileDocuments,
  hostileTexts,
  hostileYaml,
  seeded,
} from "../test/desk/intake/hostile-files.ts";
import { startServe } from "../test/stories/serve/start-serve.ts";

/**
 * Does anything that is handed in keep `serve` from its work? Every hard text and file, and as many generated ones as asked for
 * (200), one after the other, on the brief page of the console, while `/health` is asked all the time; at the end a stop, while
 * files are read. Prints the longest answer to what was handed in, the longest one of `/health`, and the most memory of a process
 * that reads. Needs a build. Exits 1 beyond the limits.
 */
const generated = Number(process.argv[2] ?? 200);
const limits = { readMs: 12_000, healthMs: 1_000, memoryMb: 300 };

using home = temporaryFolder();
const serve = startServe(["--console", "--port", "0"], { FLIGHTDESK_HOME: home.path });
await serve.says("log in once");
const [link = "", port = ""] = /http:\/\/localhost:(\d+)\/console\/login#\S+/.exec(serve.said()) ?? [];
const url = `http://localhost:${port}`;
const post = (path: string, body: FormData | URLSearchParams, cookie = "") =>
  fetch(`${url}/console${path}`, {
    method: "POST",
    body,
    headers: { origin: url, cookie },
    redirect: "manual",
  });
const entered = await post("/login", new URLSearchParams({ link }));
const cookie = (entered.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
const formOf = async (path: string) => {
  const page = await (await fetch(`${url}/console${path}`, { headers: { cookie } })).text();
  return /name="form" value="([^"]+)"/.exec(page)?.[1] ?? "";
};

const most = { readMs: 0, healthMs: 0, memoryMb: 0, slowest: "" };
let isOver = false;
const watching = watch();

type Handed = readonly [name: string, fields: () => Readonly<Record<string, string | File>>];
const fileOf = (name: string, bytes: Uint8Array) => ({ file: new File([new Uint8Array(bytes)], name) });
const handed: readonly Handed[] = [
  ...hardTexts.map((text): Handed => [text.slice(0, 40), () => ({ text, kind: "text" })]),
  ...hostileTexts.map(([name, text]): Handed => [name, () => ({ text, kind: "text" })]),
  ...hostileYaml.map(([name, text]): Handed => [name, () => ({ text, kind: "yaml" })]),
  ...hostileDocuments.map(([name, bytes]): Handed => [name, () => fileOf(name, bytes())]),
  ...Array.from({ length: generated }, (_, seed): Handed => {
    if (seed % 2 === 0) return [`words ${seed}`, () => ({ text: manyWords(seed), kind: "text" })];
    const { name, bytes } = brokenDocument(seed);
    return [`${name} ${seed}`, () => fileOf(name, bytes)];
  }),
];
const form = await formOf("/brief");
const statuses = new Map<number, number>();
for (const [name, fields] of handed) {
  const body = bodyOf({ form, ...fields() });
  const begun = performance.now();
  const { status } = await post("/brief", body, cookie);
  const ms = performance.now() - begun;
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  if (ms > most.readMs) Object.assign(most, { readMs: ms, slowest: name });
}
const bombs = hostileDocuments.slice(0, 4).map(([name, bytes]) => bodyOf({ form, ...fileOf(name, bytes()) }));
const stopForm = await formOf("/stop");
const reading = bombs.map((body) => post("/brief", body, cookie));
const begun = performance.now();
const stop = { form: stopForm, scope: "all", reason: "a bench", word: "STOP" };
const stopped = await post("/stop", new URLSearchParams(stop), cookie);
const stopMs = performance.now() - begun;
await Promise.all(reading);
isOver = true;
await watching;
await serve.end("SIGKILL");

const answers = [...statuses].map(([status, times]) => `${times} x ${status}`).join(", ");
process.stdout.write(`${handed.length} handed in: ${answers}; the longest was ${most.slowest}\n`);
row("outsiders: longest reading, ms", most.readMs, limits.readMs);
row("outsiders: longest answer of /health meanwhile, ms", most.healthMs, limits.healthMs);
row("outsiders: stop while files are read, ms", stopMs, limits.healthMs);
row("outsiders: memory of a reading process, MB", most.memoryMb, limits.memoryMb);
if (stopped.status !== 303 || [...statuses.keys()].some((status) => status !== 200 && status !== 400)) {
  process.stdout.write(`answered otherwise than with a page: ${answers}; the stop: ${stopped.status}\n`);
  process.exitCode = 1;
}

function row(name: string, figure: number, limit: number): void {
  process.stdout.write(`${name} ${figure.toFixed(0)} (limit ${limit})\n`);
  if (figure > limit) process.exitCode = 1;
}

/** Asks `/health` again and again, and looks how large the processes that read are. */
async function watch(): Promise<void> {
  while (!isOver) {
    const asked = performance.now();
    await (await fetch(`${url}/health`)).text();
    most.healthMs = Math.max(most.healthMs, performance.now() - asked);
    most.memoryMb = Math.max(most.memoryMb, ...readersMb());
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The most that each process that reads has had in memory; none where the system does not say. */
function readersMb(): number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc").flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("reader-process")) return [];
      return [Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024];
    } catch {
      // It has just ended.
      return [];
    }
  });
}

/** Words and marks that briefs are made of, in endless rows. */
function manyWords(seed: number): string {
  const below = seeded(seed);
  const parts =
    "budget|50,000 EUR|12.12.|10 %|1/|a.|no |not |and |or |, |; |\n|| |\t|CTV |to the |from |1 March |of |Germany |fee |net |“|(|kein |sans |– ".split(
      "|",
    );
  const pattern = Array.from({ length: 1 + below(6) }, () => parts[below(parts.length)] ?? "").join("");
  return pattern.repeat(1 + below(Math.ceil(20_000 / Math.max(1, pattern.length))));
}

function bodyOf(fields: Readonly<Record<string, string | File>>): URLSearchParams | FormData {
  const [many, plain] = [new FormData(), new URLSearchParams()];
  for (const [name, value] of Object.entries(fields)) {
    many.set(name, value);
    if (typeof value === "string") plain.set(name, value);
  }
  return "file" in fields ? many : plain;
}
