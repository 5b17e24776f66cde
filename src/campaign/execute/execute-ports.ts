import type { Mutate } from "../../protocol/mutate.ts";
import type { Ports } from "../ports.ts";

/** The world as this stage alone sees it: with the means to change it. */
export interface ExecutePorts extends Ports {
  readonly mutate: Mutate;
}
