// Estimates how many hits a term would have had: products, or content if no product matches. It counts word prefixes
// and does not use the search engine; it only keeps the demo's totals believable.
import type { ContentItemLine, ProductLine } from './bundle-lines.ts';

export function buildTermTotals(
  products: readonly ProductLine[],
  items: readonly ContentItemLine[],
): (term: string) => number {
  const productWords = products
    .filter((product) => product.customer_group_ids.length === 0)
    .map((product) => wordsOf(`${product.name} ${product.description} ${product.brand}`));
  const itemWords = items
    .filter((item) => item.locale === 'en-us' && item.environment_ids === null)
    .map((item) => wordsOf([item.title, item.body, ...item.keywords].join(' ')));
  const known = new Map<string, number>();

  return (term) => {
    const cached = known.get(term);
    if (cached !== undefined) return cached;
    const stems = wordsOf(term).map((word) => (word.length > 3 ? word.replace(/s$/, '') : word));
    const total = countMatching(productWords, stems) || countMatching(itemWords, stems);
    known.set(term, total);
    return total;
  };
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{Letter}\p{Number}]+/gu) ?? [];
}

function countMatching(documents: readonly string[][], stems: readonly string[]): number {
  const matches = (words: readonly string[]): boolean =>
    stems.every((stem) => words.some((word) => word.startsWith(stem)));
  return documents.filter(matches).length;
}
