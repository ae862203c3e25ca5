// What several pages show: products in a grid, texts with marked words, failures.

import { VitrineError } from '@vitrine/client';
import type { ComponentChildren } from 'preact';
import { showPrice } from './languages.ts';
import { usePlace, useTitle } from './place.ts';
import type { Answer, Product } from './shop.ts';

/** What a card shows, to ask for no more. */
export const cardFields = 'id,name,brand,images,price,calculated_price,in_stock,highlights';

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Highlights arrive as escaped HTML with `<mark>`. They become text again, so nothing in them can be markup. */
export const Marked = ({ text }: { text: string }) => (
  <>
    {text.split(/<mark>(.*?)<\/mark>/s).map((part, at) => {
      const plain = part.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);
      return at % 2 === 1 ? <mark>{plain}</mark> : plain;
    })}
  </>
);

export const Price = ({ price, before }: { price: number | null; before: number | null }) => {
  const { region, say } = usePlace();
  if (price === null) return null;
  return (
    <p class="price">
      {showPrice(region, price)}
      {before !== null && before > price && (
        <s>
          <span class="unseen">{say('instead')} </span>
          {showPrice(region, before)}
        </s>
      )}
    </p>
  );
};

/** Pictures have their size from the start, so nothing moves when they arrive. */
export const Picture = ({ product, isFirst }: { product: Pick<Product, 'images'>; isFirst?: boolean }) => (
  <img
    src={product.images[0]?.url}
    alt=""
    width="240"
    height="240"
    loading={isFirst ? 'eager' : 'lazy'}
    decoding="async"
  />
);

const EAGER = 4;

export const ProductGrid = ({ products, isFirst }: { products: readonly Product[]; isFirst?: boolean }) => {
  const { href, say } = usePlace();
  return (
    <ul class="grid">
      {products.map((product, at) => (
        <li key={product.id}>
          <a class="card" href={href(`/products/${encodeURIComponent(product.id)}`)}>
            <Picture product={product} isFirst={isFirst === true && at < EAGER} />
            <span class="brand">{product.brand}</span>
            <span class="name">
              {product.highlights?.name ? <Marked text={product.highlights.name} /> : product.name}
            </span>
            <Price price={product.calculated_price} before={product.price} />
            {!product.in_stock && <span class="badge">{say('soldOut')}</span>}
          </a>
        </li>
      ))}
    </ul>
  );
};

export const NotFound = () => {
  const { say, href } = usePlace();
  useTitle(say('notFound'));
  return (
    <div class="message">
      <h1>{say('notFound')}</h1>
      <a class="button" href={href('')}>
        {say('home')}
      </a>
    </div>
  );
};

/** The answer, once it is here. Before that the space it will take; on a failure, what to do. */
export const Loaded = <T,>({
  answer,
  children,
}: {
  answer: Answer<T>;
  children: (value: T) => ComponentChildren;
}) => {
  const { say } = usePlace();
  if (answer.value !== undefined)
    return (
      <div class="loaded" aria-busy={answer.isLoading}>
        {children(answer.value)}
      </div>
    );
  if (answer.error === undefined) return <div class="waiting" aria-busy="true" />;
  if (answer.error instanceof VitrineError && answer.error.status === 404) return <NotFound />;
  return (
    <div class="message" role="alert">
      <h1>{say('failed')}</h1>
      <p>{String((answer.error as Error).message)}</p>
      <button type="button" class="button" onClick={() => location.reload()}>
        {say('retry')}
      </button>
    </div>
  );
};

/** Searches that others made. The list has no language: most of it is English, and of no use in another. */
export const Terms = ({ terms }: { terms: readonly string[] }) => {
  const { href, language, say } = usePlace();
  if (language !== 'en') return null;
  return (
    <section class="terms">
      <h2>{say('popularTerms')}</h2>
      <p class="chips">
        {terms.map((term) => (
          <a key={term} href={href('/search', { q: term })}>
            {term}
          </a>
        ))}
      </p>
    </section>
  );
};
