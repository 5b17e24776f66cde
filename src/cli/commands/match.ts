import { UsageError } from "../../desk/usage-error.ts";
import { atDesk } from "../door.ts";
import type { Flags } from "../flags.ts";
import { Command, example, logLevelOption, withSettings } from "../options.ts";
import { print } from "../print.ts";

const settingsOption = ["--settings <file>", "settings file (docs/trusted-match.md)", "match.yaml"] as const;

export function matchCommand(): Command {
  return new Command("match")
    .summary("answer publishers' trusted-match routers for bought packages")
    .description(
      "Publishers with trusted match ask before each impression: about the page on one port, about the " +
        "person on another. Neither side learns what the other is asked.",
    )
    .addCommand(packagesCommand())
    .addCommand(serveCommand())
    .addCommand(suppressCommand());
}

function packagesCommand(): Command {
  return withSettings(new Command("packages"))
    .summary("write the list of packages that may be matched now")
    .description(
      "Packages that are bought and sold with trusted match, less what is paused, stopped or ended, as the " +
        "ledger has them. The list counts for a time and then for nothing: a desk that is gone serves nothing.",
    )
    .option("--out <file>", "where to write it", "packages.json")
    .option("--watch", "keep it up with the ledger until the process is stopped")
    .option("--valid-for <time>", 'how long it counts (default "1 h", with --watch "1 min")')
    .prints("match packages --watch")
    .action(async (flags: Flags) => {
      const { durationSchema } = await import("../../config.ts");
      const { keepList, listText, writeList } = await import("../match/list.ts");
      const { systemClock } = await import("../../lib/clock.ts");
      const isKept = flags["watch"] === true;
      const written = durationSchema.safeParse(flags["validFor"] ?? (isKept ? "1 min" : "1 h"));
      if (!written.success) throw new UsageError('--valid-for: write a time such as "1 h"');
      const { data: validFor } = written;
      const file = String(flags["out"]);
      // A broken policy file must not keep what is stopped on the list.
      await atDesk(flags, { bare: true }, async (ask, session) => {
        const list = () => ask("match-packages", { validFor });
        if (!isKept) {
          const listed = await list();
          writeList(file, listed);
          print(listed, flags, listText);
          return;
        }
        const stopping = new AbortController();
        for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopping.abort());
        const { ledger, stopOrders } = session.app;
        let known = -1;
        await keepList({
          file,
          list,
          hasChanged: async () => {
            // A stop file that is found is recorded.
            await stopOrders.orders();
            const { position } = await ledger.changed(Math.max(0, known));
            const isNew = position > known;
            known = Math.max(known, position);
            return isNew;
          },
          validFor,
          clock: systemClock,
          signal: stopping.signal,
          note: session.note,
        });
      });
    });
}

function serveCommand(): Command {
  return new Command("serve")
    .summary("answer routers, on a port for pages and one for tokens")
    .description(
      "Takes POST /context on one port and POST /identity on the other, over HTTP/2 and HTTP/1.1 behind a " +
        "proxy that ends TLS; GET /health on both. It reads files and no ledger, takes signed requests of " +
        "registered routers alone, and keeps and logs nothing of what they hold.",
    )
    .option(...settingsOption)
    .addOption(logLevelOption())
    .addHelpText(...example("match serve --settings match.yaml"))
    .action(async (flags: Flags) => (await import("../match/serve.ts")).serveMatching(flags));
}

function suppressCommand(): Command {
  return new Command("suppress")
    .summary("leave tokens out of a package, or of all, for a time")
    .description("Reads tokens on standard input, one a line after its kind, and writes their hashes alone.")
    .option(...settingsOption)
    .option("--for <time>", "for how long", "30 days")
    .option("--package <id>", "from this package alone")
    .option("--seller <url>", "agent that sold the package")
    .addHelpText("after", "\nExample:\n  $ echo uid2 A1b2C3 | flightdesk match suppress\n")
    .action(async (flags: Flags) => {
      const { text } = await import("node:stream/consumers");
      const { suppress } = await import("../match/serve.ts");
      process.stdout.write(`${suppress(flags, await text(process.stdin))}\n`);
    });
}
