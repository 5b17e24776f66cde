import { z } from "zod";
import { rotate } from "../../protocol/signing/key-ring.ts";
import { ringFolder, ringOf } from "../key-ring.ts";
import { operation } from "../operation.ts";
import { UsageError } from "../usage-error.ts";

/** Goes over to the newest signing key; the one before stays published. */
export const rotateSigningKeys = operation({
  input: z.strictObject({}),
  output: z.strictObject({ now: z.string(), removed: z.array(z.string()) }),
  run: async (desk) => {
    ringOf(desk);
    const rotated = rotate(ringFolder(desk));
    if (rotated === undefined)
      throw new UsageError("there is no newer key to go over to; make one with: flightdesk keys new");
    return { now: rotated.now, removed: rotated.removed };
  },
});
