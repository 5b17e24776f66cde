import type { App } from "../app.ts";
import type { Observer } from "../campaign/model/state/journal.ts";
import type { Ports } from "../campaign/model/state/ports.ts";
import type { Secrets, Settings } from "../config.ts";
import type { MeteredModel } from "../llm/create-model.ts";

export interface Simulation {
  readonly now: () => number;
  readonly advance: (days: number) => void;
  /** Tells the records of one sandbox from those of another; each desk has its own where it is absent. */
  readonly world?: string;
}

/** What operations work with. Whoever opens it says what it is shown while they work. */
export interface Desk {
  readonly app: App;
  /** The same on a ledger in memory that is forgotten: for what binds nobody. */
  readonly dry: App;
  readonly settings: Settings;
  readonly secrets: Secrets;
  /** One for the whole run, under one budget. Throws a UsageError where the settings name a model and leave it incomplete. */
  readonly model: () => MeteredModel;
  readonly home: string;
  /** Address of the console, where people decide in a browser; undefined where none is known. */
  readonly pages?: string;
  /** Day of the calendar that campaigns run by. */
  readonly today: string;
  /** Of the same calendar, in UTC milliseconds. */
  readonly now: () => number;
  /** Sees each event as it is recorded. */
  readonly observe?: Observer;
  /** What is under way, in one short line, while it is. */
  readonly progress: Ports["progress"];
  /** A line for whoever asks that is no part of the answer. */
  readonly note: (line: string) => void;
  /** The calendar of a sandbox: where time is simulated, it can be made to pass. */
  readonly simulation?: Simulation;
}
