// A category with those below it, and a campaign: an article of the editors above the products of its collection.

import { useCategories } from './categories.ts';
import { Results, useSearch } from './listing.tsx';
import { Loaded, NotFound } from './parts.tsx';
import { usePlace, useTitle } from './place.ts';
import { usePage } from './stories.tsx';

export const Category = ({ id }: { id: string }) => {
  const { href } = usePlace();
  const found = useSearch({ category_id: id });
  const categories = useCategories();
  const category = categories?.find((each) => each.id === id);
  const parent = categories?.find((each) => each.id === category?.parent_id);
  useTitle(category?.name);
  return categories !== undefined && category === undefined ? (
    <NotFound />
  ) : (
    <Loaded answer={found}>
      {(value) => (
        <>
          <h1>{category?.name}</h1>
          <p class="chips">
            {parent && <a href={href(`/category/${parent.id}`)}>← {parent.name}</a>}
            {categories
              ?.filter((each) => each.parent_id === id)
              .map((each) => (
                <a key={each.id} href={href(`/category/${each.id}`)}>
                  {each.name} <small>{each.product_count}</small>
                </a>
              ))}
          </p>
          <Results found={value} />
        </>
      )}
    </Loaded>
  );
};

const CollectionResults = ({ id }: { id: string }) => (
  <Loaded answer={useSearch({ collection_id: id })}>{(found) => <Results found={found} />}</Loaded>
);

export const Campaign = ({ id }: { id: string }) => {
  const answer = usePage(`/${id}`);
  useTitle(answer.value?.title);
  return (
    <Loaded answer={answer}>
      {({ title, body, fields }) => (
        <>
          <h1>{title}</h1>
          <p class="lead">{body}</p>
          {typeof fields['collection'] === 'string' && <CollectionResults id={fields['collection']} />}
        </>
      )}
    </Loaded>
  );
};
