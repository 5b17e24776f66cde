import { z } from "zod";
import { examine } from "../doctor/examine.ts";
import { doctorOutputSchema } from "../doctor/output.ts";
import { operation } from "../operation.ts";

/** As `doctor`, and the dialect that the agent declares is used with it from now on. */
export const pinDialect = operation({
  name: "pin-dialect",
  effect: "administers",
  input: z.strictObject({ agent: z.string().describe("its address, or its id in the registry") }),
  output: doctorOutputSchema,
  run: (desk, { agent }) => examine(agent, desk, true),
});
