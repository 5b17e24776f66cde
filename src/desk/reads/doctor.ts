import { z } from "zod";
import { examine } from "../doctor/examine.ts";
import { doctorOutputSchema } from "../doctor/output.ts";
import { operation } from "../operation.ts";

/** What will and what will not work with an agent, as far as reading shows. */
export const doctor = operation({
  name: "doctor",
  effect: "reads",
  input: z.strictObject({ agent: z.string().describe("its address, or its id in the registry") }),
  output: doctorOutputSchema,
  run: (desk, { agent }) => examine(agent, desk, false),
});
