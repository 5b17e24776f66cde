import { formatInstant } from "../../report/blocks/format.ts";
import { english, type Words } from "./english.ts";
import { german } from "./german.ts";

/** By the tag of the language. */
export const languages = { en: english, de: german } satisfies Readonly<Record<string, Words>>;

type Language = keyof typeof languages;

function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(languages, tag);
}

/** In a language, with instants in the desk's time zone. */
export function wordsAt(timeZone: string | undefined, words: Words): Words {
  if (timeZone === undefined) return words;
  const instant = (iso: string) => {
    const [day = "", time = ""] = formatInstant(iso, timeZone).split(" ");
    return `${words.day(day)}, ${time} ${timeZone}`;
  };
  return { ...words, instant };
}

/** The one that was chosen, else the first that the browser asks for and the console has, else English. */
export function wordsFor(chosen: string | undefined, accepted: string | undefined): Words {
  if (chosen !== undefined && isLanguage(chosen)) return languages[chosen];
  const preferred = (accepted ?? "")
    .split(",")
    .map((part, place) => {
      const [tag = "", weight] = part
        .trim()
        .toLowerCase()
        .split(/;\s*q=/);
      return { language: tag.split("-")[0] ?? "", weight: Number(weight ?? 1), place };
    })
    .sort((a, b) => b.weight - a.weight || a.place - b.place);
  for (const { language } of preferred) if (isLanguage(language)) return languages[language];
  return english;
}
