import type { Secret } from "../lib/secret.ts";
import { postTo, type Send } from "./channel.ts";
import type { Message } from "./words.ts";

/** A Workflows webhook of Teams that takes an Adaptive Card. Runs of text are shown as they are: no markdown is read in them. */
export function teams(address: Secret): Send {
  const post = postTo(address);
  return (message) => post(JSON.stringify({ type: "message", attachments: [attachmentOf(message)] }));
}

function attachmentOf({ title, facts, rows, lines, link }: Message) {
  const text = (words: string, style: object = {}) => ({
    type: "RichTextBlock",
    inlines: [{ type: "TextRun", text: words, ...style }],
  });
  return {
    contentType: "application/vnd.microsoft.card.adaptive",
    content: {
      $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
      type: "AdaptiveCard",
      version: "1.4",
      body: [
        text(title, { weight: "Bolder", size: "Medium" }),
        ...facts.map(([name, value]) => text(`${name}: ${value}`)),
        ...rows.map(({ label, text: row }) => text(`${label} ${row}`.trim())),
        ...lines.map((line) => text(line)),
      ],
      ...(link && { actions: [{ type: "Action.OpenUrl", title: link.text, url: link.url }] }),
    },
  };
}
