import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { z } from "zod";

/** What reads a text, as the inside of a module that has it as its default. */
export const readers = {
  words: `import { readText } from ${built("brief/reader/read-text.js")};
    export default (text) => readText({ text, today: "2026-11-21" });`,
  yaml: `import { openYaml } from ${built("lib/yaml-places.js")}; export default openYaml;`,
  signs: `import { injectionSignsIn } from ${built("protocol/messages/injection-signs.js")}; export default injectionSignsIn;`,
  line: `import { cleanText } from ${built("lib/clean-text.js")}; export default (text) => cleanText(text, text.length);`,
  html: `import { documentText } from ${built("desk/intake/documents.js")};
    export default (text) => documentText({ name: "a.html", bytes: Buffer.from(text) }).catch(() => "");`,
  slides: `import { documentText } from ${built("desk/intake/documents.js")};
    import { strToU8, zipSync } from "fflate";
    export default (text) => documentText({ name: "a.pptx", bytes: zipSync({ "ppt/slides/slide1.xml": strToU8(text) }) }).catch(() => "");`,
  // What the measurement is measured by.
  linear: "export default (text) => /a+$/.test(text.slice(-10));",
  quadratic: "export default (text) => /a+$/.test(text);",
  exponential: "export default (text) => /^(?:a|a)+$/.test(text);",
} as const;

export interface Pumped {
  readonly reader: keyof typeof readers;
  /** What the text is made of, over and over, and what it ends with. */
  readonly token: string;
}

function built(file: string): string {
  return JSON.stringify(pathToFileURL(`dist/${file}`).href);
}

/**
 * What of the processor a text takes that is four times as long as another one, in times of that one. It is looked for a length
 * that takes long enough to be measured; a reader that is quick at the largest is let off with 4. Infinite where a text takes
 * longer than anybody waits for one.
 */
export async function growthOf(
  cases: readonly Pumped[],
  largest: number,
  patienceMs = 120_000,
): Promise<number[]> {
  const [first] = cases;
  if (first === undefined) return [];
  const some = cases.slice(0, mostInOne);
  const grown = await measured(readers[first.reader], { cases: some, largest }, patienceMs);
  if (grown.length < some.length) grown.push(Number.POSITIVE_INFINITY);
  return [...grown, ...(await growthOf(cases.slice(grown.length), largest, patienceMs))];
}

/** Texts of one process: a reader of briefs makes more patterns with each, and ends one process for another as well. */
const mostInOne = 50;

/** As where briefs are read: nothing is made a second time while something is measured. */
const patternsMadeOnce = ["--no-regexp-tier-up", "--no-flush-bytecode"];

/** One figure a text, up to the first that takes longer than `patienceMs`. Throws where the process ends for another reason. */
async function measured(
  reader: string,
  of: { cases: readonly Pumped[]; largest: number },
  patienceMs: number,
) {
  const script = `
    import { readFileSync } from "node:fs";
    ${reader.replace("export default", "const read =")}
    const { cases, largest } = JSON.parse(readFileSync(0, "utf8"));
    const took = async (token, length) => {
      const text = token.repeat(Math.ceil(length / token.length)) + "\\u0001!";
      const before = process.cpuUsage();
      await read(text);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };
    const middle = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];
    for (let i = 0; i < 3; i += 1) await took(cases[0].token, 500);
    for (const { token } of cases) {
      let length = 500;
      await took(token, 24);
      let first = await took(token, length);
      while (first < 8 && length * 8 <= largest) first = await took(token, (length *= 2));
      let growth = 4;
      for (let tries = 0; tries < 6 && first >= 4; tries += 1) {
        const [short, long] = [[], []];
        for (let i = 0; i < 3; i += 1) {
          short.push(await took(token, length));
          if (i < 2) long.push(await took(token, 4 * length));
        }
        growth = Math.min(...long) / middle(short);
        if (growth <= 6) break;
      }
      process.stdout.write(growth + "\\n");
    }`;
  const child = spawn(process.execPath, [...patternsMadeOnce, "--input-type=module", "-e", script], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(JSON.stringify(of));
  const grown: number[] = [];
  const timer = setTimeout(() => child.kill("SIGKILL"), patienceMs);
  const ended = once(child, "close");
  for await (const line of createInterface(child.stdout)) {
    grown.push(z.coerce.number().parse(line));
    timer.refresh();
  }
  clearTimeout(timer);
  await ended;
  if (child.exitCode !== 0 && !child.killed)
    throw new Error(`measuring ended after ${grown.length} texts with ${child.exitCode ?? child.signalCode}`);
  return grown;
}
