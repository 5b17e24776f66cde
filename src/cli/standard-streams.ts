import { exitCodes } from "./exit-codes.ts";

/**
 * A reader that leaves (`| head -1`) ends nothing: what is written after that is for nobody, and the work goes on with the exit
 * code that it has. Where a stream cannot be written for another reason, a full disk, the work goes on too and the command
 * fails at its end.
 */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    let isPrinted = false;
    stream.on("error", (cause: NodeJS.ErrnoException) => {
      if (cause.code === "EPIPE" || isPrinted) return;
      isPrinted = true;
      const name = stream === process.stdout ? "output" : "error";
      process.stderr.write(`error: what goes to standard ${name} cannot be written (${cause.message})\n`);
      process.once("exit", () => {
        process.exitCode = exitCodes.failed;
      });
    });
  }
}
