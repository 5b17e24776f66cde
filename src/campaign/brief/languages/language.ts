import type { Channel } from "../../../protocol/records/product.ts";
import type { Brief, Device } from "../../model/brief.ts";

/** Words for channels; `tv`, `video` and `audio` leave open which one is meant. */
export type ChannelWords = Partial<Record<Channel | "tv" | "video" | "audio", string>>;

/**
 * The words of one language, as insides of patterns of whole words in any letter case. A brief is read with the table of its
 * own language and the English one, whose words the trade uses everywhere.
 */
export interface Language {
  readonly name: string;
  /** ISO 639-1; months, weekdays and names of countries and languages come from it. */
  readonly code: string;
  /** Frequent words, and words of every brief, by which the language is told. */
  readonly common: string;
  /** Denies the thing that follows: "no", "without". */
  readonly no: string;
  /** Denies a verb: "not", "don't". */
  readonly not: string;
  /** Rules out the whole list that follows: "excluding", "keep us off". */
  readonly exclude: string;
  /** Rules out what stands before it: "is handled by", "leave both out". */
  readonly excluded: string;
  /** Rules out what stands in its midst, written as …: "leave … out". */
  readonly apart: string;
  /** Negations that rule out nothing: "no more than". */
  readonly harmless: string;
  /** Ends a negation: "but", "only". */
  readonly turns: string;
  /** Joins two things of a list, with articles and prepositions. */
  readonly glue: string;
  readonly channels: ChannelWords;
  readonly objectives: Record<Brief["objective"], string>;
  readonly devices: Partial<Record<Device, string>>;
  /** What people do not want to stand beside. */
  readonly content: string;
  readonly sellers: string;
  readonly women: string;
  readonly men: string;
  /** Before an age, between two, and the unit behind them. */
  readonly aged: string;
  readonly to: string;
  readonly years: string;
  readonly only: string;
  /** With `N` for the age below which nobody may see it. */
  readonly minimumAge: string;
  /** With `N` for the age from which on people are to be reached. */
  readonly olderThan: string;
  /** Between days of the week or hours, and the hour itself. */
  readonly hour: string;
  readonly weekend: string;
  readonly weekdaysWord: string;
  /** What says that a name is a region: "region", "Bundesland". */
  readonly region: string;
  /** Label of a line about languages. */
  readonly language: string;
  /** Lines and sentences that say nothing about a campaign. */
  readonly courtesy: string;
}
