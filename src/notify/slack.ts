import type { Secret } from "../lib/secret.ts";
import { postTo, type Send } from "./channel.ts";
import type { Message } from "./words.ts";

/** An incoming webhook of Slack. What is not ours stands in plain text, which Slack reads no markup, link or mention out of. */
export function slack(address: Secret): Send {
  const post = postTo(address);
  return (message) => post(JSON.stringify(blocksOf(message)));
}

function blocksOf({ title, facts, lines, link }: Message) {
  const plain = (text: string) => ({ type: "plain_text", text, emoji: false });
  const body = [...facts.map(([name, value]) => `${name}: ${value}`), ...lines].join("\n");
  return {
    // What notifications show, where no block is.
    text: escaped(title),
    parse: "none",
    link_names: false,
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: "header", text: plain(title.slice(0, 150)) },
      ...(body === "" ? [] : [{ type: "section", text: plain(body.slice(0, 3000)) }]),
      ...(link === undefined
        ? []
        : [
            {
              type: "section",
              text: { type: "mrkdwn", text: `<${link.url}|${escaped(link.text)}>`, verbatim: true },
            },
          ]),
    ],
  };
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
