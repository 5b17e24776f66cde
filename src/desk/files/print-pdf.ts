import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { hasCode } from "../../lib/cause.ts";
import { UsageError } from "../usage-error.ts";

/** What the browser that prints is called on the systems that people have. */
const browsers = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "microsoft-edge",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
] as const;
const longestMs = 60_000;

/** A page as a PDF, printed by the system's own browser. Throws a UsageError where there is none. */
export async function printPdf(page: string, names: readonly string[] = browsers) {
  const folder = mkdtempSync(join(tmpdir(), "flightdesk-pdf-"));
  try {
    const [source, printed] = [join(folder, "page.html"), join(folder, "page.pdf")];
    writeFileSync(source, page, { mode: 0o600 });
    const options = [
      "--headless",
      "--disable-gpu",
      "--no-pdf-header-footer",
      `--user-data-dir=${join(folder, "profile")}`,
      `--print-to-pdf=${printed}`,
      // Root has no sandbox to start; the page is ours, and its policy lets it load nothing.
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      pathToFileURL(source).href,
    ];
    for (const name of names) {
      if (!(await ran(name, options))) continue;
      return new Uint8Array(readFileSync(printed));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
  throw new UsageError(
    "pdf is printed by Chromium or Chrome, and none was found: install one, or take another format and print the page",
  );
}

/** False where there is no such program. */
async function ran(name: string, options: readonly string[]): Promise<boolean> {
  try {
    await promisify(execFile)(name, [...options], { timeout: longestMs });
    return true;
  } catch (cause) {
    if (hasCode(cause, "ENOENT")) return false;
    throw new Error(`${name} did not print the page`, { cause });
  }
}
