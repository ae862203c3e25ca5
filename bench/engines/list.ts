// The engines by name, and how each is created. Loaded on demand, so that one process hosts one engine.

import type { Article } from '../generate/articles.ts';
import type { MadeProduct } from '../generate/products.ts';
import type { ContentQuestion } from '../questions/content-questions.ts';
import type { ProductQuestion } from '../questions/product-questions.ts';
import type { Engine } from './engine.ts';

export type EngineName =
  | 'ours'
  | 'lived'
  | 'english'
  | 'prototype'
  | 'fts5'
  | 'minisearch'
  | 'orama'
  | 'flexsearch';

export const engineLabels: Readonly<Record<EngineName, string>> = {
  ours: 'ours',
  lived: 'ours, after changes',
  english: 'ours, English',
  prototype: 'prototype',
  fts5: 'SQLite FTS5',
  minisearch: 'MiniSearch',
  orama: 'Orama',
  flexsearch: 'FlexSearch',
};

export const peerNames: readonly EngineName[] = ['prototype', 'fts5', 'minisearch', 'orama', 'flexsearch'];

type ContentEngine = Engine<Article, ContentQuestion>;
type ProductEngine = Engine<MadeProduct, ProductQuestion>;

/** `yardstick` is the folder of the prototype. */
export const openContentEngine = async (name: EngineName, yardstick: string): Promise<ContentEngine> => {
  switch (name) {
    case 'ours':
      return (await import('./ours-content.ts')).buildOursContent();
    case 'lived':
      return (await import('./ours-content.ts')).buildOursContent({ hasLived: true });
    case 'english':
      return (await import('./ours-content.ts')).buildOursContent({ locale: 'en' });
    case 'prototype':
      return (await import('./prototype.ts')).loadPrototypeContent(yardstick);
    case 'fts5':
      return (await import('./fts5.ts')).buildFts5Content();
    case 'minisearch':
      return (await import('./minisearch.ts')).loadMiniSearchContent();
    case 'orama':
      return (await import('./orama.ts')).loadOramaContent();
    case 'flexsearch':
      return (await import('./flexsearch.ts')).loadFlexSearchContent();
  }
};

export const openProductEngine = async (name: EngineName, yardstick: string): Promise<ProductEngine> => {
  switch (name) {
    case 'ours':
      return (await import('./ours-products.ts')).buildOursProducts();
    case 'lived':
      return (await import('./ours-products.ts')).buildOursProducts({ hasLived: true });
    case 'english':
      throw new Error('made-up products have no language');
    case 'prototype':
      return (await import('./prototype.ts')).loadPrototypeProducts(yardstick);
    case 'fts5':
      return (await import('./fts5.ts')).buildFts5Products();
    case 'minisearch':
      return (await import('./minisearch.ts')).loadMiniSearchProducts();
    case 'orama':
      return (await import('./orama.ts')).loadOramaProducts();
    case 'flexsearch':
      return (await import('./flexsearch.ts')).loadFlexSearchProducts();
  }
};
