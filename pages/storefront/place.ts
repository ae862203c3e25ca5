// Where the shopper is. The URL is the only state: a copied address shows the same page, and Back goes back.

import { createContext } from 'preact';
import { useContext, useEffect, useState } from 'preact/hooks';
import { type Language, languageOf, locales, type Say, sayIn } from './languages.ts';

const BASE = '/storefront';

/** Undefined leaves a value out; an array repeats its name. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface Place {
  /** Below `/storefront`: `/search`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly language: Language;
  readonly say: Say;
  /** What calls take: the language, and the currency that belongs to it. */
  readonly region: { readonly locale: string; readonly currency: string };
  /** The address of another page in the same language. */
  readonly href: (path: string, query?: Query) => string;
  /** The address of this page with other values. */
  readonly change: (query: Query) => string;
}

const addQuery = (params: URLSearchParams, query: Query): URLSearchParams => {
  for (const [name, value] of Object.entries(query)) {
    params.delete(name);
    for (const each of [value ?? []].flat()) params.append(name, each);
  }
  return params;
};

const join = (path: string, params: URLSearchParams): string =>
  `${BASE}${path}${params.size > 0 ? `?${params}` : ''}`;

export const readPlace = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>): Place => {
  const path = pathname.slice(BASE.length);
  const query = new URLSearchParams(search);
  const language = languageOf(query.get('lang'));
  const lang = language === 'en' ? undefined : language;
  return {
    path,
    query,
    language,
    say: sayIn(language),
    region: locales[language],
    href: (to, wanted = {}) => join(to, addQuery(new URLSearchParams(), { ...wanted, lang })),
    change: (changes) => join(path, addQuery(new URLSearchParams(search), changes)),
  };
};

const PlaceContext = createContext(readPlace(location));
export const PlaceProvider = PlaceContext.Provider;
export const usePlace = (): Place => useContext(PlaceContext);

/** Goes to an address of the shop. A choice on the same page keeps the position and the focus. */
export const go = (href: string): void => {
  const isOther = new URL(href, location.href).pathname !== location.pathname;
  history.pushState(null, '', href);
  dispatchEvent(new PopStateEvent('popstate'));
  if (!isOther) return;
  scrollTo(0, 0);
  document.querySelector('main')?.focus({ preventScroll: true });
};

/** Plain clicks on links within the shop change the place without loading the page again. */
const followLink = (event: MouseEvent): void => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (link === null || !isPlain || event.defaultPrevented) return;
  if (link.origin !== location.origin || !link.pathname.startsWith(BASE) || link.hash !== '') return;
  event.preventDefault();
  go(link.href);
};

export const useCurrentPlace = (): Place => {
  const [place, setPlace] = useState(() => readPlace(location));
  useEffect(() => {
    const update = (): void => setPlace(readPlace(location));
    addEventListener('popstate', update);
    addEventListener('click', followLink);
    return () => {
      removeEventListener('popstate', update);
      removeEventListener('click', followLink);
    };
  }, []);
  return place;
};

export const useTitle = (title: string | undefined): void =>
  useEffect(() => {
    document.title = title ? `${title} · Fjordlight` : 'Fjordlight';
  }, [title]);
