import { doctorInputSchema, examine } from "../doctor/examine.ts";
import { doctorOutputSchema } from "../doctor/output.ts";
import { operation } from "../operation.ts";

/** What will and what will not work with an agent, as far as reading shows. */
export const doctor = operation({
  input: doctorInputSchema,
  output: doctorOutputSchema,
  run: (desk, input) => examine(input, desk, false),
});
