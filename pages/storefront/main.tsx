// The demo storefront: an example of a shop over `@vitrine/client`. Start reading here; each page of the shop is one file.

import { type ComponentType, render } from 'preact';
import { CategoriesProvider, useLoadedCategories } from './categories.ts';
import { Campaign, Category } from './category.tsx';
import { FormPage } from './form.tsx';
import { Footer, Header } from './frame.tsx';
import { Home } from './home.tsx';
import { NotFound } from './parts.tsx';
import { PlaceProvider, useCurrentPlace } from './place.ts';
import { ProductPage } from './product.tsx';
import { Search } from './search.tsx';
import { Article, Journal } from './stories.tsx';

const routes: readonly (readonly [path: RegExp, page: ComponentType<{ id: string }>])[] = [
  [/^$/, Home],
  [/^\/search$/, Search],
  [/^\/category\/([^/]+)$/, Category],
  [/^\/campaign\/([^/]+)$/, Campaign],
  [/^\/products\/([^/]+)$/, ProductPage],
  [/^\/journal$/, Journal],
  [/^\/journal\/([^/]+)$/, Article],
  [/^\/forms\/([^/]+)$/, FormPage],
];

const App = () => {
  const place = useCurrentPlace();
  const [path, Page] = routes.find(([pattern]) => pattern.test(place.path)) ?? [/^/, NotFound];
  const categories = useLoadedCategories(place);
  document.documentElement.lang = place.language;
  return (
    <PlaceProvider value={place}>
      <CategoriesProvider value={categories}>
        <a class="skip" href="#main">
          {place.say('skip')}
        </a>
        <Header />
        <main id="main" tabIndex={-1}>
          <Page id={decodeURIComponent(path.exec(place.path)?.[1] ?? '')} />
        </main>
        <Footer />
      </CategoriesProvider>
    </PlaceProvider>
  );
};

render(<App />, document.body);
