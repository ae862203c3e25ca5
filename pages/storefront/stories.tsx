// The journal: its list, and one article in the language of the shopper.

import type { ResultOf } from '@vitrine/client';
import { type Language, languageNames, languageOf, showDate } from './languages.ts';
import { Loaded } from './parts.tsx';
import { usePlace, useTitle } from './place.ts';
import { catalog, shop, useAnswer } from './shop.ts';

type Item = ResultOf<'searchContent'>['data'][number];

/** Content search needs words. The commonest one of a language finds every story. */
const COMMON_WORD: Readonly<Record<Language, string>> = { en: 'the', de: 'die', fr: 'la' };

export const useStories = () => {
  const { language, region } = usePlace();
  return useAnswer(`stories ${language}`, (signal) =>
    shop.searchContent(
      {
        ...catalog,
        q: COMMON_WORD[language],
        locale: region.locale,
        type: 'blog',
        sort_by: 'created_at',
        limit: 50,
      },
      { signal },
    ),
  );
};

/** A published page of the editors. Its slug begins with the language, except in English. */
export const usePage = (slug: string) => {
  const { language, region } = usePlace();
  const full = language === 'en' ? slug : `/${language}${slug}`;
  return useAnswer(full, async (signal) => {
    const { page } = await shop.getPageBySlug({ slug: full, locale: region.locale }, { signal });
    return page;
  });
};

const JOURNAL = '/journal/';

/** Only stories of the journal: other content belongs to systems that show it themselves. */
export const StoryList = ({
  items,
  heading,
  max = items.length,
}: {
  items: readonly Item[];
  heading?: string;
  max?: number;
}) => {
  const { href, region, say } = usePlace();
  const stories = items.filter(({ url }) => url.includes(JOURNAL)).slice(0, max);
  if (stories.length === 0) return null;
  return (
    <section class="stories">
      {heading && <h2>{heading}</h2>}
      <ul>
        {stories.map(({ title, summary, url, created_at, created_by }) => (
          <li key={url}>
            <a href={href(url.slice(url.indexOf(JOURNAL)))}>{title}</a>
            <p>{summary}</p>
            <small>
              {created_by && say('by', created_by)} · {showDate(region, created_at)}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
};

export const Journal = () => {
  const { say } = usePlace();
  useTitle(say('journal'));
  return (
    <div class="prose">
      <h1>{say('journal')}</h1>
      <Loaded answer={useStories()}>{({ data }) => <StoryList items={data} />}</Loaded>
    </div>
  );
};

export const Article = ({ id }: { id: string }) => {
  const { change, language, region, say } = usePlace();
  const answer = usePage(`${JOURNAL}${id}`);
  useTitle(answer.value?.title);
  return (
    <Loaded answer={answer}>
      {(page) => (
        <article class="prose">
          <h1>{page.title}</h1>
          <p class="lead">{page.summary}</p>
          <p class="byline">
            {page.created_by && say('by', page.created_by)} · {showDate(region, page.created_at)}
          </p>
          {(page.body ?? '').split(/\n{2,}/).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <p class="byline">
            {say('alsoIn')}{' '}
            {page.alternates
              .map(({ locale }) => languageOf(locale.slice(0, 2)))
              .filter((other) => other !== language)
              .map((other) => (
                <a key={other} href={change({ lang: other === 'en' ? undefined : other })} lang={other}>
                  {languageNames[other]}
                </a>
              ))}
          </p>
        </article>
      )}
    </Loaded>
  );
};
