// The category tree: loaded once for a language, and shared by everything that shows some of it.

import type { ResultOf } from '@vitrine/client';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Place } from './place.ts';
import { shop, useAnswer } from './shop.ts';

type Tree = ResultOf<'listStorefrontCategories'>['categories'];

const TreeContext = createContext<Tree | undefined>(undefined);

export const CategoriesProvider = TreeContext.Provider;

/** Undefined until it is loaded. */
export const useCategories = (): Tree | undefined => useContext(TreeContext);

export const useTopCategories = (): Tree => (useCategories() ?? []).filter(({ depth }) => depth === 0);

export const useLoadedCategories = ({ region }: Place): Tree | undefined =>
  useAnswer(region.locale, (signal) => shop.listStorefrontCategories(region, { signal })).value?.categories;
