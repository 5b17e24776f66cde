import { type Job, play } from "./play.ts";

// Its parent sends jobs one by one.
process.on("message", (job: Job) => {
  play(job).then(
    (played) => process.send?.(played),
    (cause: unknown) => {
      process.stderr.write(`${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}\n`);
      process.exitCode = 1;
      process.disconnect();
    },
  );
});
