// What surrounds every page: the name of the shop, search, categories, languages.

import { useTopCategories } from './categories.ts';
import { languageNames, languages } from './languages.ts';
import { usePlace } from './place.ts';
import { SearchBox } from './search-box.tsx';

export const Header = () => {
  const { path, href, change, say, language } = usePlace();
  const links = [
    ...useTopCategories().map(({ id, name }) => [`/category/${id}`, name] as const),
    ['/journal', say('journal')] as const,
  ];
  return (
    <header class="top">
      <a class="logo" href={href('')}>
        Fjordlight
      </a>
      <SearchBox key={language} />
      <nav class="languages" aria-label={say('language')}>
        {languages.map((each) => (
          <a
            key={each}
            href={change({ lang: each === 'en' ? undefined : each })}
            lang={each}
            hreflang={each}
            title={languageNames[each]}
            aria-current={each === language ? 'true' : undefined}
          >
            {each.toUpperCase()}
          </a>
        ))}
      </nav>
      <nav class="sections" aria-label={say('shopBy')}>
        {links.map(([to, name]) => (
          <a key={to} href={href(to)} aria-current={path === to ? 'page' : undefined}>
            {name}
          </a>
        ))}
      </nav>
    </header>
  );
};

export const Footer = () => {
  const { href, say } = usePlace();
  return (
    <footer class="bottom">
      <p>
        <strong>Fjordlight</strong> · {say('demoOn')} <a href="/">Vitrine</a>
      </p>
      <a href={href('/forms/contact')}>{say('contact')}</a>
      <a href={href('/forms/event-registration')}>{say('events')}</a>
      <a href="/reference">API</a>
    </footer>
  );
};
