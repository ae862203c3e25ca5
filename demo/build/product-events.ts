// What shoppers did with the products of the demo shop in the two weeks before a day: the more popular a product is, the more often it is
// chosen. The same on every machine.
import { createHash } from 'node:crypto';
import { mainCatalogId, productionEnvironmentId, tenantId, workspaceId } from './ids.ts';
import { dayMs, isoDate } from './instants.ts';
import type { Random } from './random.ts';
import { randomFor } from './random.ts';
import { sharedTerms } from './search-terms.ts';

const dayCount = 14;
const visitorsPerDay = 24;
const productsPerVisitor = 3;

/** Each step is taken by so many of those who took the one before. */
const steps = [
  { type: 'view', share: 1 },
  { type: 'click', share: 0.6 },
  { type: 'add_to_cart', share: 0.5 },
  { type: 'purchase', share: 0.4 },
] as const;

export type ShownProduct = { readonly id: string; readonly name: string; readonly popularity?: number };

export function buildProductEvents(products: readonly ShownProduct[], beforeMs: number) {
  const choose = buildChoice(products);
  return Array.from({ length: dayCount * visitorsPerDay }, (_, number) => {
    const ago = 1 + (number % dayCount);
    const random = randomFor(`events:${number}`);
    const shared = {
      ...{ tenantId, workspaceId, environmentId: productionEnvironmentId, catalogId: mainCatalogId },
      day: isoDate(beforeMs - ago * dayMs),
      visitor: createHash('sha256').update(`demo visitor ${number}`).digest('hex'),
    };
    return Array.from({ length: productsPerVisitor }, () => choose(random)).flatMap(({ id, name }) =>
      stepsOf(random).map((type) => ({ ...shared, productId: id, type, term: termFor(name) })),
    );
  }).flat();
}

function buildChoice(products: readonly ShownProduct[]): (random: Random) => ShownProduct {
  const weights = products.map(({ popularity = 0 }) => 1 + popularity);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return (random) => {
    let left = random.fraction() * total;
    const found = products.find((_, at) => {
      left -= weights[at] ?? 0;
      return left < 0;
    });
    return found ?? random.pick(products);
  };
}

function stepsOf(random: Random) {
  const end = steps.findIndex(({ share }) => !random.chance(share));
  return steps.slice(0, end === -1 ? steps.length : end).map(({ type }) => type);
}

/** A search that leads to a product of this name. */
function termFor(name: string): string {
  const words = name.toLowerCase().split(/\s+/);
  return sharedTerms.find(({ term }) => term.split(' ').every((word) => words.includes(word)))?.term ?? '';
}
