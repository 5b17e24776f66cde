import nock from "nock";
import { afterAll, afterEach, beforeAll } from "vitest";
import { DocumentRefused, type FetchJson } from "../../src/protocol/addresses/safe-fetch.ts";

/** Lets this file's tests say what the web answers; to be called once, outside of them. */
export function fixedWeb(): void {
  beforeAll(() => {
    if (!nock.isActive()) nock.activate();
  });
  afterEach(() => nock.cleanAll());
  afterAll(() => nock.restore());
}

/** From now on the web holds these documents at these addresses, and answers 404 everywhere else. */
export function publish(documents: Readonly<Record<string, unknown>>): void {
  nock.cleanAll();
  for (const [url, document] of Object.entries(documents)) {
    const { origin, pathname } = new URL(url);
    nock(origin).persist().get(pathname).reply(200, JSON.stringify(document));
  }
  nock(/.*/).persist().get(/.*/).reply(404);
}

/** Fetches what is published, and keeps the addresses that were asked for. */
export function plainFetch(): { readonly fetchJson: FetchJson; readonly fetched: string[] } {
  const fetched: string[] = [];
  return {
    fetched,
    fetchJson: async (url, { token } = {}) => {
      fetched.push(url);
      const response = await fetch(url, {
        headers: token === undefined ? {} : { Authorization: `Bearer ${token.reveal()}` },
      });
      if (!response.ok) throw new DocumentRefused(url, response);
      return response.json();
    },
  };
}
