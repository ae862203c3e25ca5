// German compounds by example: their parts, and words that only look like compounds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/fixtures/any-character.ts';
import { runs } from '../../../test/fixtures/long-runs.ts';
import { foldText } from '../../domain/text/fold-text.ts';
import { buildAnalyzer } from './analyze.ts';
import { germanParts } from './german-compounds.ts';
import { stopWordLists } from './stop-words.ts';

function partsOf(word: string): string {
  return germanParts(foldText(word)).join(' ');
}

function assertParts(cases: Readonly<Record<string, string>>): void {
  for (const [word, parts] of Object.entries(cases)) assert.equal(partsOf(word), parts, word);
}

test('a compound of known words is split: the head as it is, modifiers without linking elements', () => {
  assertParts({
    Regenjacke: 'regen jacke',
    Winterjacken: 'winter jacken',
    Wanderschuhe: 'wander schuhe',
    Kinderjacke: 'kind jacke',
    Damenschuhe: 'dame schuhe',
    Arbeitszeit: 'arbeit zeit',
    Schulbus: 'schule bus',
    Geschichtsbücher: 'geschichte bucher',
    Straßenbahnfahrerin: 'strassenbahn fahrerin',
    Kunstmuseen: 'kunst museen',
    dunkelblauen: 'dunkel blauen',
    Kinderzimmerlampe: 'kind zimmer lampe',
    Bundesverfassungsgericht: 'bund verfassung gericht',
  });
});

test('prefers the fewest parts, then leaves the linking element to the modifier', () => {
  assertParts({
    Lederhandschuhe: 'leder handschuhe',
    Badezimmerteppich: 'badezimmer teppich',
    Gesundheitsamt: 'gesundheit amt',
    Kindernahrung: 'kind nahrung',
    Gastraum: 'gast raum',
  });
});

test('linking elements that only occur in compounds split unknown words', () => {
  assertParts({
    Bewässerungssysteme: 'bewasserung systeme',
    Aufhellungsstreifen: 'aufhellung streifen',
    Nachhaltigkeitsziele: 'nachhaltigkeit ziele',
    Bundesregierungssprecher: 'bund regierung sprecher',
    Championships: '',
    Nationshow: '',
  });
});

test('productive heads follow any modifier', () => {
  assertParts({
    Softshelljacke: 'softshell jacke',
    Trekkingschuhe: 'trekking schuhe',
    Espressomaschinen: 'espresso maschinen',
    Bluetoothlautsprecher: 'bluetooth lautsprecher',
    Hugenottenkriege: 'hugenotten kriege',
  });
});

test('words that only look like compounds stay whole', () => {
  const whole =
    'Urinstinkt Kantine Reisen Minister Vertrag Generation Metamorphose romantischen profitieren politisch ' +
    'vereinfachen feststellen langsamen zugreifen Zugriff abzudecken beeinflussen passende brauchbare Merkmale ' +
    'Überraschung Unterhaltung Gegenstand Hersteller Transport Organisation Antwort Apparat Beispielsweise Wissenschaftler';
  for (const word of whole.split(' ')) assert.equal(partsOf(word), '', word);
});

test('a compound whose parts would mislead stays whole', () => {
  for (const word of 'Handschuhe Kindergarten Kühlschrank Taschenlampe Taschenrechner Sauerstoff Hochzeit Bildschirm'.split(
    ' ',
  ))
    assert.equal(partsOf(word), '', word);
});

test('names stay whole', () => {
  for (const word of 'Salzburg Hamburg Heidelberg Düsseldorf Bergmann Neumann Zimmermann Deutschland Schwarzenegger'.split(
    ' ',
  ))
    assert.equal(partsOf(word), '', word);
});

test('modifiers that add nothing are dropped, and only the head remains', () => {
  assertParts({ Oberfläche: 'flache', Innentasche: 'tasche', Hauptbahnhofstraße: 'bahnhof strasse' });
});

test('only German is split', () => {
  for (const language of Object.keys(stopWordLists)) {
    const parts = buildAnalyzer(language).partsOf('regenjacke');
    assert.deepEqual(parts, language === 'de' ? ['regen', 'jacke'] : [], language);
  }
});

const pieces =
  'regen jacke kinder schuhe haus ung heits s n en er e bau eis see tee ver zu ch ion x ungs'.split(' ');
const anyWord = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 80 }),
  fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((list) => list.join('')),
);

test('parts are shorter than the word, folded and in its order, apart from linking elements', () => {
  fc.assert(
    fc.property(anyWord, (given) => {
      const word = foldText(given);
      const parts = germanParts(word);
      let from = 0;
      for (const part of parts) {
        assert.ok(part.length > 0 && part.length < word.length);
        assert.equal(foldText(part), part);
        // Schulbus contains Schule without its last letter.
        const at = Math.max(word.indexOf(part, from), word.indexOf(part.slice(0, -1), from));
        assert.ok(at >= from, `${word}: ${parts.join(' ')}`);
        from = at + part.length - 1;
      }
      const head = parts.at(-1);
      if (head !== undefined) assert.ok(word.endsWith(head));
    }),
    { numRuns: runs(200, 20_000) },
  );
});
