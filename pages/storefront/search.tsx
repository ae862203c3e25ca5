// The page of a search. Misspelt words are corrected, with a way back; if nothing matches, the page helps to find something else.

import { useTopCategories } from './categories.ts';
import { type Found, Results, useSearch } from './listing.tsx';
import { Loaded, Terms } from './parts.tsx';
import { usePlace, useTitle } from './place.ts';
import { catalog, shop, useAnswer } from './shop.ts';
import { StoryList } from './stories.tsx';

const DidYouMean = ({ found }: { found: Found }) => {
  const { href, say } = usePlace();
  if (found.did_you_mean.length === 0) return null;
  return (
    <p class="mean">
      {say('didYouMean')}{' '}
      {found.did_you_mean.map((term) => (
        <a key={term} href={href('/search', { q: term })}>
          {term}
        </a>
      ))}
    </p>
  );
};

const Corrected = ({ term, found }: { term: string; found: Found }) => {
  const { change, say } = usePlace();
  if (found.corrected_term === null) return null;
  return (
    <p class="mean">
      {say('corrected', say('quoted', found.corrected_term))}{' '}
      <a href={change({ exact: '1', page: undefined })}>{say('searchExactly', say('quoted', term))}</a>
    </p>
  );
};

const NothingFound = ({ term, found }: { term: string; found: Found }) => {
  const { href, say, region } = usePlace();
  const top = useTopCategories();
  const answer = useAnswer(`nothing ${term} ${region.locale}`, (signal) =>
    Promise.all([
      shop.listPopularTerms({ ...catalog, limit: 8 }, { signal }),
      shop.searchContent({ ...catalog, q: term, locale: region.locale, limit: 20 }, { signal }),
    ]),
  );
  return (
    <div class="message">
      <h1>{say('nothing', say('quoted', term))}</h1>
      <DidYouMean found={found} />
      <p>{say('nothingHint')}</p>
      <Loaded answer={answer}>
        {([terms, { data }]) => (
          <>
            <Terms terms={terms} />
            <p class="chips">
              {top.map(({ id, name }) => (
                <a key={id} href={href(`/category/${id}`)}>
                  {name}
                </a>
              ))}
            </p>
            <StoryList items={data} heading={say('fromJournal')} />
          </>
        )}
      </Loaded>
    </div>
  );
};

export const Search = () => {
  const { query, say } = usePlace();
  const term = query.get('q')?.trim() ?? '';
  const answer = useSearch({ search_term: term });
  const heading = term === '' ? say('allProducts') : say('quoted', term);
  useTitle(heading);
  return (
    <Loaded answer={answer}>
      {(found) =>
        term !== '' && found._meta_.total_count === 0 && !query.has('facet') ? (
          <NothingFound term={term} found={found} />
        ) : (
          <>
            <h1>{heading}</h1>
            <Corrected term={term} found={found} />
            <DidYouMean found={found} />
            <Results found={found} />
          </>
        )
      }
    </Loaded>
  );
};
