import type { FieldPath } from "../../lib/yaml-places.ts";

export interface BriefProblem {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** `flight.end`, `countries[1]`; empty for the file as a whole. */
  readonly field: string;
  /** What is wrong and what to write instead. */
  readonly message: string;
  /** Nothing stands there, where a brief needs a value. */
  readonly missing?: true;
}

/** Notes a problem at a field of the file; `missing` where nothing stands there. */
export type Report = (path: FieldPath, message: string, missing?: true) => void;
