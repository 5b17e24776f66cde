/**
 * Gives one command line after the other in one process: each is the whole program with its own words, settings and input,
 * whose modules are loaded once. A command has ended when a process of its own would have: nothing is left to wait for.
 */
import { Readable } from "node:stream";

const main = new URL("../../dist/cli/main.js", import.meta.url).href;
const umask = process.umask();
const folder = process.cwd();
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0);

let given = 0;
process.on("message", async ({ words, environment, input }) => {
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"])
    process[name].write = (chunk, ...rest) => {
      said[name] += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
      rest.find((one) => typeof one === "function")?.();
      return true;
    };
  Object.defineProperty(process, "stdin", { value: Readable.from([input]), configurable: true });
  process.umask(umask);
  process.chdir(folder);
  process.env = environment;
  process.argv = [process.execPath, "flightdesk", ...words];
  process.exitCode = undefined;
  given += 1;
  await import(`${main}?${given}`);
  while (process.getActiveResourcesInfo().some((one) => !own.includes(one)))
    await new Promise((resolve) => setTimeout(resolve, 1));
  process.send({ code: process.exitCode ?? 0, ...said });
});
process.on("disconnect", () => process.exit());

/** What keeps this process itself alive. */
const own = process.getActiveResourcesInfo();
