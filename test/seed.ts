import fc from "fast-check";
import { isDeep, times } from "./depth.ts";

/** An ordinary run draws the same cases each time, so that it repeats exactly; the deep one looks at new ones. */
if (!isDeep) fc.configureGlobal({ seed: 1, numRuns: times(100, 100) });
