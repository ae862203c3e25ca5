// Joins the searches that several questions ask at the same time: each round of them is one request, however many questions there are.

import type { Documents, OpenedCatalog, SearchBody, SearchResponse } from './opened-catalog.ts';

/** More go into further requests, sent together. */
const TOGETHER_MAX = 128;

/** The same catalog; what is searched in one turn of the event loop is sent together. For a single request. */
export const searchTogether = (catalog: OpenedCatalog): OpenedCatalog => ({
  ...catalog,
  products: joined(catalog.products),
  content: joined(catalog.content),
});

const joined = (documents: Documents): Documents => {
  const searchAll = joinRounds((bodies) => documents.searchAll(bodies));
  return {
    ...documents,
    search: async (body) => (await searchAll([body]))[0] as SearchResponse,
    searchAll,
    searchWords: joinRounds((bodies) => documents.searchWords(bodies)),
  };
};

type Send = (bodies: readonly SearchBody[]) => Promise<SearchResponse[]>;

interface Waiting {
  readonly body: SearchBody;
  readonly resolve: (response: SearchResponse) => void;
  readonly reject: (error: unknown) => void;
}

const joinRounds = (send: Send): Send => {
  let round: Waiting[] = [];
  const sendRound = (): void => {
    const all = round;
    round = [];
    for (let from = 0; from < all.length; from += TOGETHER_MAX)
      void sendPart(send, all.slice(from, from + TOGETHER_MAX));
  };
  return (bodies) =>
    Promise.all(
      bodies.map(
        (body) =>
          new Promise<SearchResponse>((resolve, reject) => {
            // After all that the responses of the round before have led to.
            if (round.length === 0) setImmediate(sendRound);
            round.push({ body, resolve, reject });
          }),
      ),
    );
};

const sendPart = async (send: Send, part: readonly Waiting[]): Promise<void> => {
  try {
    const responses = await send(part.map(({ body }) => body));
    part.forEach(({ resolve }, at) => {
      resolve(responses[at] as SearchResponse);
    });
  } catch (error) {
    for (const { reject } of part) reject(error);
  }
};
