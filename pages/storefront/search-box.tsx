// The search field with its suggestions: a combobox as WAI-ARIA describes it. Arrow keys choose, Enter follows, Escape closes.

import { createSuggester, type Suggestions } from '@vitrine/client';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { showPrice } from './languages.ts';
import { go, type Place, usePlace } from './place.ts';
import { shop } from './shop.ts';

interface Option {
  readonly group: 'searches' | 'categories' | 'products';
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

interface OptionsProps {
  readonly options: readonly Option[];
  readonly active: number;
  readonly onChoose: (href: string) => void;
}

const Options = ({ options, active, onChoose }: OptionsProps) => (
  <div
    id="suggestions"
    role="listbox"
    aria-label={usePlace().say('suggestions')}
    hidden={options.length === 0}
    onMouseDown={(event) => event.preventDefault()}
  >
    {options.map(({ group, href, image, text, note }, at) => (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
      // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
      <div
        key={href}
        id={`option-${at}`}
        role="option"
        class={group === options[at - 1]?.group ? '' : 'first'}
        aria-selected={at === active}
        onClick={() => onChoose(href)}
      >
        {image && <img src={image} alt="" width="40" height="40" />}
        <span>{text}</span> {note && <small>{note}</small>}
      </div>
    ))}
  </div>
);

/** The options for what is typed, and the one that the arrow keys have reached; -1 is the text itself. */
const useOptions = (place: Place) => {
  const { region } = place;
  const [options, setOptions] = useState<readonly Option[]>([]);
  const [active, setActive] = useState(-1);
  const suggest = useMemo(
    () =>
      createSuggester(shop, {
        input: { ...region, show_content: false, categories_limit: 3, products_limit: 4 },
      }),
    [region],
  );
  const latest = useRef<object>({});
  const show = (next: readonly Option[]): void => {
    setOptions(next);
    setActive(-1);
  };
  return {
    options,
    active,
    close: () => {
      latest.current = {};
      show([]);
    },
    ask: async (text: string): Promise<void> => {
      const question = {};
      latest.current = question;
      // Undefined: a later keystroke has overtaken this one. Suggestions are a help, so a failure shows none.
      const found = await suggest(text).catch(() => undefined);
      // Nor do they open the box again once the shopper has gone on.
      if (found !== undefined && latest.current === question) show(optionsOf(place, found));
    },
    move: (step: number): void => {
      const positions = options.length + 1;
      setActive(((active + 1 + step + positions) % positions) - 1);
    },
  };
};

export const SearchBox = () => {
  const place = usePlace();
  const { say, href, query } = place;
  const input = useRef<HTMLInputElement>(null);
  const { options, active, close, ask, move } = useOptions(place);
  const follow = (to: string): void => {
    close();
    go(to);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') close();
    if (step === undefined) return;
    event.preventDefault();
    if (options.length === 0) void ask(input.current?.value ?? '');
    else move(step);
  };
  useEffect(() => {
    if (input.current !== null) input.current.value = query.get('q') ?? '';
  }, [query]);
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const text = input.current?.value.trim() || undefined;
    follow(options[active]?.href ?? href('/search', { q: text }));
  };
  return (
    <search>
      <form class="search" onSubmit={onSubmit} onFocusOut={close}>
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
          aria-expanded={options.length > 0}
          aria-controls="suggestions"
          aria-activedescendant={active < 0 ? undefined : `option-${active}`}
          placeholder={say('searchFor')}
          onInput={({ currentTarget }) => void ask(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <button type="submit">{say('search')}</button>
        <Options options={options} active={active} onChoose={follow} />
      </form>
    </search>
  );
};
