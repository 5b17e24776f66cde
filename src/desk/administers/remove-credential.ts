import { z } from "zod";
import { removeEntry } from "../../protocol/credentials/edit-file.ts";
import { credentialsFile } from "../files/credentials.ts";
import { entryNamed } from "../known-sellers.ts";
import { operation } from "../operation.ts";

/** Forgets a credential here; the seller may still know it. */
export const removeCredential = operation({
  input: z.strictObject({ seller: z.string().describe("as `credentials` names it") }),
  output: z.strictObject({ seller: z.string() }),
  run: async ({ settings }, { seller: name }) => {
    const { seller } = entryNamed(name, settings);
    await removeEntry(credentialsFile(settings), seller);
    return { seller };
  },
});
