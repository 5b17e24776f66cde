import pino, { type Logger } from "pino";
import { cleanText } from "../lib/clean-text.ts";
import type { KeptSecrets } from "../lib/secret.ts";
import { spanIds } from "../lib/spans.ts";

/** Children carry what their lines are about: `turn`, `campaign`, `agent`. */
export type Log = Logger;

export type LogLevel = "debug" | "info" | "warn" | "error";

const longestLine = 2_000;

/**
 * Records of what a long-running process does, on standard error: a JSON document a line with `level`, `time` (ISO 8601, UTC)
 * and `msg`, or at a terminal a plain line. Whatever a record holds, at any depth, no secret that is in use leaves it.
 * Where the process is traced, `trace_id` and `span_id` say in which span a line was written.
 */
export function openLog({
  masked,
  level = "info",
  isTerminal = process.stderr.isTTY,
  write = (line) => process.stderr.write(line),
}: {
  readonly masked: KeptSecrets["maskedIn"];
  readonly level?: LogLevel;
  readonly isTerminal?: boolean;
  readonly write?: (line: string) => void;
}): Log {
  const options = {
    level,
    base: null,
    mixin: spanIds,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return pino(options, {
    write: (line) => {
      // What pino has written is a JSON object.
      const record = masked(JSON.parse(line) as Readonly<Record<string, unknown>>);
      write(`${isTerminal ? plainLine(record) : JSON.stringify(record)}\n`);
    },
  });
}

function plainLine({ time, level, msg, campaign, agent }: Readonly<Record<string, unknown>>): string {
  const about = [campaign, agent].filter((one) => typeof one === "string");
  const parts = [level === "info" ? "" : level, ...about, msg].filter(
    (word) => word !== "" && word !== undefined,
  );
  return cleanText(`${String(time)} ${parts.join(" ")}`, longestLine);
}
