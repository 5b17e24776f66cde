import type { z } from "zod";
import type { Caller } from "./caller.ts";
import type { Desk } from "./desk.ts";

/** Something that a person, a program or a model can ask the desk for; its folder says what it does to the world. */
export interface Operation<Input extends z.ZodType = z.ZodType, Answer = unknown> {
  readonly input: Input;
  readonly output: z.ZodType;
  /** Of what proposes: whether this input is more than a dry run. Where it is absent, it always is. */
  carriesOut?(input: z.output<Input>): boolean;
  /** Of what is carried out: whether it goes to agents in our operator's name. Where it is absent, it does. */
  needsOperator?(input: z.output<Input>): boolean;
  /** Of what proposes: a model may have it carried out too, as all that comes of it waits for somebody who is named. */
  readonly waitsForNamed?: true;
  /** Throws a UsageError where it was asked for in the wrong way. */
  run(desk: Desk, input: z.output<Input>, caller: Caller): Promise<Answer>;
}

/** Gives an operation its types. */
export function operation<Input extends z.ZodType, Answer>(defined: Operation<Input, Answer>) {
  return defined;
}
