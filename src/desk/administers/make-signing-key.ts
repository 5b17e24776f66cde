import { z } from "zod";
import { algorithmNames } from "../../protocol/keys/algorithms.ts";
import { addKey } from "../../protocol/signing/key-ring.ts";
import { ringFolder, ringOf } from "../key-ring.ts";
import { operation } from "../operation.ts";

/** Makes a key for signing requests; its private half goes to its file and nowhere else. */
export const makeSigningKey = operation({
  input: z.strictObject({ algorithm: z.enum(algorithmNames) }),
  output: z.strictObject({
    key: z.string(),
    signs: z.boolean().describe("false until the keys are rotated"),
  }),
  run: async (desk, { algorithm }) => {
    ringOf(desk);
    const { keyId } = addKey(ringFolder(desk), algorithm, Date.now());
    return { key: keyId, signs: ringOf(desk).current?.keyId === keyId };
  },
});
