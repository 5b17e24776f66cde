import { accountsFile } from "../../campaign/admin/files/accounts-file.ts";
import { audiencesFile } from "../../campaign/admin/files/audiences-file.ts";
import { catalogsFile } from "../../campaign/admin/files/catalogs-file.ts";
import { eventsFile } from "../../campaign/admin/files/events-file.ts";
import type { InputOf } from "../../desk/operations.ts";
import { readDataFile } from "./read-data-file.ts";

type What = InputOf<"sync">["what"];

/** A file that is sent to sellers. Throws a UsageError by line and field. */
export async function readSyncFile(kind: What["kind"], file: string): Promise<What> {
  switch (kind) {
    case "accounts":
      return { kind, content: await readDataFile(file, accountsFile.schema) };
    case "audiences":
      return { kind, content: await readDataFile(file, audiencesFile.schema) };
    case "catalogs":
      return { kind, content: await readDataFile(file, catalogsFile.schema) };
    case "events":
      return { kind, content: await readDataFile(file, eventsFile.schema) };
  }
}
