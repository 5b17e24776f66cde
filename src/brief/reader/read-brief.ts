import type { Model } from "../../llm/model.ts";
import { type BriefReading, readBriefFile } from "./brief-file.ts";
import { type DraftResult, draftToBrief } from "./draft-to-brief.ts";

export interface BriefSource {
  readonly text: string;
  /** Its extension decides: `.yaml`, `.yml` and `.json` are structured, anything else is free text. */
  readonly fileName: string;
  /** ISO date. */
  readonly today: string;
  /** Asked about free text only. */
  readonly model?: Model;
  readonly signal?: AbortSignal;
}

/** A brief from a file's text. Free text gives a draft that a person still has to confirm; nothing is filled in by guessing. */
export async function readBrief({
  text,
  fileName,
  ...options
}: BriefSource): Promise<BriefReading | DraftResult> {
  if (/\.(?:ya?ml|json)$/i.test(fileName)) return readBriefFile(text, fileName);
  if (text.length > longest) {
    const message = `is longer than ${longest} characters; write what matters for the campaign, or a brief.yaml`;
    return {
      type: "invalid",
      questions: [],
      problems: [{ file: fileName, line: 1, column: 1, field: "", message }],
    };
  }
  // The patterns of all languages are made with it.
  const { readText } = await import("./read-text.ts");
  return draftToBrief(await readText({ text, ...options }));
}

const longest = 200_000;
