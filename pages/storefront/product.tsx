// A product: pictures, variants, details, and products like it. The chosen picture and variant are in the URL.

import { useEffect } from 'preact/hooks';
import { isText } from './languages.ts';
import { cardFields, Loaded, Price, ProductGrid } from './parts.tsx';
import { go, usePlace, useTitle } from './place.ts';
import { type Product, shop, useAnswer } from './shop.ts';
import { showValue } from './values.ts';

const Gallery = ({ product: { images } }: { product: Product }) => {
  const { query, change, say } = usePlace();
  const chosen = images[Number(query.get('picture') ?? 0)] ?? images[0];
  return (
    <div class="gallery">
      <img src={chosen?.url} alt={chosen?.alt ?? ''} width="240" height="240" />
      {images.length > 1 && (
        <nav aria-label={say('pictures')}>
          {images.map((image, at) => (
            <a
              key={image.url}
              href={change({ picture: at === 0 ? undefined : String(at) })}
              aria-current={image === chosen ? 'true' : undefined}
            >
              <img src={image.url} alt={image.alt ?? ''} width="240" height="240" />
            </a>
          ))}
        </nav>
      )}
    </div>
  );
};

const Variants = ({ product: { variants } }: { product: Product }) => {
  const place = usePlace();
  const { query, change, say } = place;
  return (
    <fieldset class="variants">
      <legend>{say('choose')}</legend>
      {variants.map(({ sku, in_stock, attributes, name }) => (
        <label key={sku} class={in_stock ? '' : 'gone'}>
          <input
            type="radio"
            name="variant"
            checked={query.get('variant') === sku}
            onChange={() => go(change({ variant: sku ?? undefined }))}
          />
          <span>
            {Object.values(attributes)
              .map((value) => showValue(place, value))
              .join(', ') || name}
            {!in_stock && <span class="unseen"> ({say('soldOut')})</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
};

const units: Readonly<Record<string, string>> = { weight_g: ' g', capacity_l: ' l' };

const Details = ({ product: { attributes } }: { product: Product }) => {
  const place = usePlace();
  return (
    <dl>
      {Object.entries(attributes).map(
        ([name, value]) =>
          isText(name) && (
            <div key={name}>
              <dt>{place.say(name)}</dt>
              <dd>
                {[value]
                  .flat()
                  .map((each) => showValue(place, each))
                  .join(', ')}
                {units[name]}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
};

/** What can be bought goes first; otherwise the most similar. */
const available = (products: readonly Product[]): Product[] =>
  products.toSorted((a, b) => Number(b.in_stock) - Number(a.in_stock));

const Similar = ({ id }: { id: string }) => {
  const { say, region } = usePlace();
  const answer = useAnswer(`similar ${id} ${region.locale}`, (signal) =>
    shop.listSimilarProducts({ product_id: id, ...region, limit: 12, fields: cardFields }, { signal }),
  );
  if (answer.value?.records.length === 0) return null;
  return (
    <section class="similar">
      <h2>{say('similar')}</h2>
      <Loaded answer={answer}>
        {({ records }) => <ProductGrid products={available(records as Product[]).slice(0, 4)} />}
      </Loaded>
    </section>
  );
};

export const ProductPage = ({ id }: { id: string }) => {
  const { href, query, region, say } = usePlace();
  const answer = useAnswer(`product ${id} ${region.locale}`, async (signal) => {
    const { record } = await shop.getStorefrontProduct({ product_id: id, ...region }, { signal });
    return record as Product;
  });
  useTitle(answer.value?.name);
  useEffect(() => {
    // Makes products popular. Nobody waits for it, and nothing is lost if it fails.
    shop.recordEvents({ events: [{ type: 'view', product_id: id }] }).catch(() => undefined);
  }, [id]);
  return (
    <Loaded answer={answer}>
      {(product) => {
        const variant = product.variants.find(({ sku }) => sku === query.get('variant'));
        const [category] = product.categories;
        const { in_stock } = variant ?? product;
        return (
          <>
            <nav class="crumbs" aria-label={say('categories')}>
              {category &&
                [...category.path, category].map((each) => (
                  <a key={each.id} href={href(`/category/${each.id}`)}>
                    {each.name}
                  </a>
                ))}
            </nav>
            <article class="product">
              <Gallery product={product} />
              <div>
                <p class="brand">{product.brand}</p>
                <h1>{product.name}</h1>
                <Price price={variant?.price ?? product.calculated_price} before={product.price} />
                <p class={in_stock ? 'stock' : 'stock gone'} role="status">
                  {say(in_stock ? 'inStock' : 'soldOut')} · {variant?.sku ?? product.sku}
                </p>
                <p>{product.description}</p>
                {product.variants.length > 0 && <Variants product={product} />}
                <a class="button" href={href('/forms/size-advice')}>
                  {say('askForSize')}
                </a>
                <Details product={product} />
              </div>
            </article>
            <Similar id={product.id} />
          </>
        );
      }}
    </Loaded>
  );
};
