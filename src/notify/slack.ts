import { counted } from "../lib/english.ts";
import type { Secret } from "../lib/secret.ts";
import { postTo, type Send } from "./channel.ts";
import type { Message } from "./words.ts";

/** An incoming webhook of Slack. What is not ours stands in plain text, which Slack reads no markup, link or mention out of. */
export function slack(address: Secret): Send {
  const post = postTo(address);
  return (message) => post(JSON.stringify(blocksOf(message)));
}

function blocksOf({ title, facts, rows, lines, link }: Message) {
  const plain = (text: string) => ({ type: "plain_text", text, emoji: false });
  const body = fitted([
    ...facts.map(([name, value]) => `${name}: ${value}`),
    ...rows.map(({ label, text }) => `${label} ${text}`.trim()),
    ...lines,
  ]);
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
      ...(body === "" ? [] : [{ type: "section", text: plain(body) }]),
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

/** Characters of a block that Slack takes: below 3,000. */
const longestBlock = 2_900;

/** Whole lines as far as they fit; how many more there are. */
function fitted(lines: readonly string[]): string {
  let [body, count] = ["", 0];
  for (const line of lines.map((one) => one.slice(0, longestBlock))) {
    if (body.length + 1 + line.length > longestBlock) break;
    body += `${count === 0 ? "" : "\n"}${line}`;
    count += 1;
  }
  const more = lines.length - count;
  return more === 0 ? body : `${body}\nand ${counted(more, "more row")}`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
