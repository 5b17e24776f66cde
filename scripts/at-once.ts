import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

/** Runs the scripts of package.json that it is given, all at once, and fails where one of them does. */
const ended = process.argv.slice(2).map(async (name) => {
  const child = spawn(`npm run ${name} 2>&1`, { shell: true, stdio: ["ignore", "pipe", "inherit"] });
  const closed = once(child, "close");
  // One after the other: what is said at the same time cannot be read.
  process.stdout.write(await text(child.stdout));
  await closed;
  return child.exitCode;
});
process.exitCode = (await Promise.all(ended)).every((code) => code === 0) ? 0 : 1;
