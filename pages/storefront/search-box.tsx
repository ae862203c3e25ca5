// The search field with its suggestions: a combobox as WAI-ARIA describes it. Arrow keys choose, Enter follows, Escape closes.

import { createSuggester, type Suggestions } from '@vitrine/client';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { showPrice, type Text } from './languages.ts';
import { go, type Place, usePlace } from './place.ts';
import { shop } from './shop.ts';

interface Option {
  readonly group: Text;
  readonly text: string;
  readonly note?: string;
  readonly image?: string | undefined;
  readonly href: string;
}

const optionsOf = ({ href, region }: Place, found: Suggestions): Option[] => [
  ...[...new Set([...found.auto_suggester, ...found.popular_searches])].slice(0, 5).map((text) => ({
    group: 'searches' as const,
    text,
    href: href('/search', { q: text }),
  })),
  ...found.categories.map(({ id, name, path }) => ({
    group: 'categories' as const,
    text: name,
    note: path.map((above) => above.name).join(' / '),
    href: href(`/category/${encodeURIComponent(id)}`),
  })),
  ...found.products.map(({ id, name, image, calculated_price: price }) => ({
    group: 'products' as const,
    text: name,
    note: price === null ? '' : showPrice(region, price),
    image: image?.url,
    href: href(`/products/${encodeURIComponent(id)}`),
  })),
];

const groups = ['searches', 'categories', 'products'] as const;

export const SearchBox = () => {
  const place = usePlace();
  const { say, href, region, query } = place;
  const input = useRef<HTMLInputElement>(null);
  const [options, setOptions] = useState<readonly Option[]>([]);
  const [active, setActive] = useState(-1);
  const suggest = useMemo(
    () =>
      createSuggester(shop, {
        input: { ...region, show_content: false, categories_limit: 3, products_limit: 4 },
      }),
    [region],
  );
  const close = (): void => {
    setOptions([]);
    setActive(-1);
  };
  const follow = (to: string): void => {
    close();
    go(to);
  };
  const ask = async (text: string): Promise<void> => {
    // Undefined: a later keystroke has overtaken this one. Suggestions are a help, so a failure shows none.
    const found = await suggest(text).catch(() => undefined);
    if (found === undefined || input.current?.value !== text) return;
    setOptions(optionsOf(place, found));
    setActive(-1);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') close();
    if (step === undefined) return;
    event.preventDefault();
    if (options.length === 0) void ask(input.current?.value ?? '');
    // One position more than there are options: the text itself.
    else setActive((at) => ((at + 1 + step + options.length + 1) % (options.length + 1)) - 1);
  };
  useEffect(() => {
    if (input.current !== null) input.current.value = query.get('q') ?? '';
    close();
  }, [query]);
  const isOpen = options.length > 0;
  const showOption = (option: Option, at: number) => (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
    <li
      key={option.href}
      id={`option-${at}`}
      role="option"
      aria-selected={at === active}
      onClick={() => follow(option.href)}
    >
      {option.image && <img src={option.image} alt="" width="40" height="40" />}
      <span>{option.text}</span> {option.note && <small>{option.note}</small>}
    </li>
  );
  return (
    <form
      class="search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const text = input.current?.value.trim();
        follow(options[active]?.href ?? href('/search', { q: text || undefined }));
      }}
      onFocusOut={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) close();
      }}
    >
      <input
        ref={input}
        type="text"
        enterkeyhint="search"
        name="q"
        maxLength={200}
        role="combobox"
        autocomplete="off"
        aria-label={say('search')}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls="suggestions"
        aria-activedescendant={active < 0 ? undefined : `option-${active}`}
        placeholder={say('searchFor')}
        onInput={({ currentTarget }) => void ask(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <button type="submit">{say('search')}</button>
      <div
        id="suggestions"
        role="listbox"
        aria-label={say('suggestions')}
        hidden={!isOpen}
        onMouseDown={(event) => event.preventDefault()}
      >
        {groups
          .filter((group) => options.some((option) => option.group === group))
          .map((group) => (
            <ul key={group} role="group" aria-label={say(group)}>
              {options.map((option, at) => option.group === group && showOption(option, at))}
            </ul>
          ))}
      </div>
    </form>
  );
};
