// German compounds by example: what they are made of, and what is none however much it looks like one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runs } from '../../../test/fixtures/long-runs.ts';
import { foldText } from '../../domain/text/fold-text.ts';
import { buildAnalyzer } from './analyze.ts';
import { germanParts } from './german-compounds.ts';
import { supportedLanguages } from './languages.ts';

function partsOf(word: string): string {
  return germanParts(foldText(word)).join(' ');
}

function assertParts(cases: Readonly<Record<string, string>>): void {
  for (const [word, parts] of Object.entries(cases)) assert.equal(partsOf(word), parts, word);
}

test('a compound of known words is its parts: the head as it stands, what is before it without its joint', () => {
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

test('of several ways the one with the fewest parts, and of those the one that leaves a joint to what it joins', () => {
  assertParts({
    Lederhandschuhe: 'leder handschuhe',
    Badezimmerteppich: 'badezimmer teppich',
    Gesundheitsamt: 'gesundheit amt',
    Kindernahrung: 'kind nahrung',
    Gastraum: 'gast raum',
  });
});

test('joints that stand nowhere else part words that are not known', () => {
  assertParts({
    Bewässerungssysteme: 'bewasserung systeme',
    Aufhellungsstreifen: 'aufhellung streifen',
    Nachhaltigkeitsziele: 'nachhaltigkeit ziele',
    Bundesregierungssprecher: 'bund regierung sprecher',
    Championships: '',
    Nationshow: '',
  });
});

test('before what is sold anything may stand', () => {
  assertParts({
    Softshelljacke: 'softshell jacke',
    Trekkingschuhe: 'trekking schuhe',
    Espressomaschinen: 'espresso maschinen',
    Bluetoothlautsprecher: 'bluetooth lautsprecher',
    Hugenottenkriege: 'hugenotten kriege',
  });
});

test('what looks like a compound and is none stays whole', () => {
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

test('what adds nothing to look for is left out, and the head alone remains', () => {
  assertParts({ Oberfläche: 'flache', Innentasche: 'tasche', Hauptbahnhofstraße: 'bahnhof strasse' });
});

test('only German is taken apart', () => {
  for (const language of supportedLanguages) {
    const parts = buildAnalyzer(language).partsOf('regenjacke');
    assert.deepEqual(parts, language === 'de' ? ['regen', 'jacke'] : [], language);
  }
});

const pieces =
  'regen jacke kinder schuhe haus ung heits s n en er e bau eis see tee ver zu ch ion x ungs'.split(' ');
const anyWord = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((list) => list.join('')),
);

test('parts of any word are shorter than it, folded, and stand in its order, joints aside', () => {
  fc.assert(
    fc.property(anyWord, (given) => {
      const word = foldText(given);
      const parts = germanParts(word);
      let from = 0;
      for (const part of parts) {
        assert.ok(part.length > 0 && part.length < word.length);
        assert.equal(foldText(part), part);
        // Schule stands in Schulbus without its last letter.
        const at = Math.max(word.indexOf(part, from), word.indexOf(part.slice(0, -1), from));
        assert.ok(at >= from, `${word}: ${parts.join(' ')}`);
        from = at + part.length - 1;
      }
      const head = parts.at(-1);
      if (head !== undefined) assert.ok(word.endsWith(head));
    }),
    { numRuns: runs(2_500, 20_000) },
  );
});
