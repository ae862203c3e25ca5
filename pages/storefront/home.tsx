// The first page: the campaign of the season, what others search for and buy, the categories, the journal.

import { useTopCategories } from './categories.ts';
import { sayProducts } from './languages.ts';
import { cardFields, Loaded, Picture, ProductGrid, Terms } from './parts.tsx';
import { usePlace, useTitle } from './place.ts';
import { catalog, type Product, shop, useAnswer } from './shop.ts';
import { StoryList, usePage, useStories } from './stories.tsx';

const CAMPAIGN = 'winter';

/** Mountains over water. Drawn here, so the first picture costs no request. */
const Fjord = () => (
  <svg viewBox="0 0 1200 360" preserveAspectRatio="none" aria-hidden="true">
    <path
      fill="#2f6a6b"
      d="M0 250 140 120l90 80 150-170 130 150 110-90 170 150 140-190 120 130 150-90v270H0z"
    />
    <path fill="#184a50" d="M0 300 120 210l160 90 190-160 150 130 140-80 180 110 260-170v230H0z" />
    <path fill="#0d343b" d="M0 330q300-60 600-14t600-30v74H0z" />
  </svg>
);

const Hero = () => {
  const { href, say } = usePlace();
  return (
    <section class="hero">
      <Fjord />
      <Loaded answer={usePage(`/${CAMPAIGN}`)}>
        {({ title, summary }) => (
          <>
            <h1>{title}</h1>
            <p class="lead">{summary}</p>
            <a class="button" href={href(`/campaign/${CAMPAIGN}`)}>
              {say('seeCampaign')}
            </a>
          </>
        )}
      </Loaded>
    </section>
  );
};

const CategoryTile = ({ id, name, count }: { id: string; name: string; count: number }) => {
  const { href, region, say } = usePlace();
  const { value } = useAnswer(`tile ${id}`, (signal) =>
    shop.searchProducts(
      { category_id: id, ...region, sort_by: 'popularity', limit: 1, fields: 'images' },
      { signal },
    ),
  );
  return (
    <li>
      <a class="card tile" href={href(`/category/${id}`)}>
        <Picture product={(value?.records[0] as Product | undefined) ?? { images: [] }} />
        <span class="name">{name}</span>
        <small>{sayProducts(say, count)}</small>
      </a>
    </li>
  );
};

export const Home = () => {
  const { say, region } = usePlace();
  const answer = useAnswer(`home ${region.locale}`, (signal) =>
    Promise.all([
      shop.listPopularTerms({ ...catalog, limit: 8 }, { signal }),
      shop.searchProducts(
        { ...region, sort_by: 'popularity', out_of_stock: 'exclude', limit: 8, fields: cardFields },
        { signal },
      ),
    ]),
  );
  const top = useTopCategories();
  const stories = useStories();
  useTitle(undefined);
  return (
    <>
      <Hero />
      <Loaded answer={answer}>
        {([terms, { records }]) => (
          <>
            <Terms terms={terms} />
            <section>
              <h2>{say('categories')}</h2>
              <ul class="grid tiles">
                {top.map(({ id, name, product_count }) => (
                  <CategoryTile key={id} id={id} name={name} count={product_count} />
                ))}
              </ul>
            </section>
            <section>
              <h2>{say('popularNow')}</h2>
              <ProductGrid products={records as Product[]} />
            </section>
          </>
        )}
      </Loaded>
      <StoryList items={stories.value?.data ?? []} heading={say('fromJournal')} max={3} />
    </>
  );
};
