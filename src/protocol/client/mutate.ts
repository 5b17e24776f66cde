import type { MutationName, ResponseOf } from "../tasks/index.ts";
import type { CallPermit, FrozenCall } from "./call-permit.ts";
import type { Answer, MutateOptions } from "./calls.ts";

/** Changes something at an agent. Throws, and sends nothing, unless the permit is for exactly this call. */
export type Mutate = <Name extends MutationName>(
  call: FrozenCall<Name>,
  permit: CallPermit<NoInfer<Name>>,
  options: MutateOptions,
) => Promise<Answer<ResponseOf<Name>>>;
