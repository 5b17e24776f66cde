import { doctorInputSchema, examine } from "../doctor/examine.ts";
import { doctorOutputSchema } from "../doctor/output.ts";
import { operation } from "../operation.ts";

/** As `doctor`, and the dialect that the agent declares is used with it from now on. */
export const pinDialect = operation({
  input: doctorInputSchema,
  output: doctorOutputSchema,
  run: (desk, input) => examine(input, desk, true),
});
