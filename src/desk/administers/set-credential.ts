import { z } from "zod";
import { putEntry } from "../../protocol/credentials/edit-file.ts";
import { entrySchema, kindNames } from "../../protocol/credentials/entry.ts";
import { placeOf } from "../../protocol/credentials/place.ts";
import { credentialsFile } from "../files/credentials.ts";
import { addressOf, knownSellers } from "../known-sellers.ts";
import { operation } from "../operation.ts";
import { UsageError } from "../usage-error.ts";

/** Writes down our credential at a seller, bound to the seller's address. */
export const setCredential = operation({
  input: z.strictObject({
    seller: z.string().describe("its id in the registry, or its address"),
    entry: z
      .custom<() => Promise<unknown>>((value) => typeof value === "function")
      .describe(
        "brings the credential once it is known that it can be set: nobody types a secret for nothing",
      ),
    replace: z.boolean().default(false),
  }),
  output: z.strictObject({ file: z.string(), kind: z.string(), sentTo: z.string() }),
  run: async (desk, { seller, entry: bring, replace }) => {
    const file = credentialsFile(desk.settings);
    const isReplaced = () =>
      new UsageError(`a credential is set for ${seller} already; say --replace to set another`);
    if (!replace && knownSellers(desk.settings).some((known) => known.seller === seller)) throw isReplaced();
    const address = await addressOf(seller, desk);
    const entry = entrySchema.parse({
      ...Object(await bring()),
      ...(address === undefined || address === seller ? {} : { url: address }),
      added: new Date().toISOString().slice(0, 10),
    });
    const place = placeOf({ seller, entry });
    if ("problem" in place) throw new UsageError(`${seller}: ${place.problem}`);
    // Another process may have set one meanwhile.
    if (!(await putEntry(file, seller, { entry, replace }))) throw isReplaced();
    return { file, kind: kindNames[entry.kind], sentTo: `${place.origin}${place.path}` };
  },
});
