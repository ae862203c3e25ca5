// Compounds of Dutch, Swedish, Danish, Norwegian and Finnish by example: their parts, and words that are not
// compounds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { foldText } from '../../domain/text/fold-text.ts';
import { buildAnalyzer } from './analyze.ts';

const PARTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  da: {
    Regnjakke: 'regn jakke',
    vinterjakker: 'vinter jakker',
    børnesko: 'borne sko',
    hundeseng: 'hund seng',
  },
  fi: {
    sadetakki: 'sade takki',
    talvitakit: 'talvi takit',
    lastenkengät: 'lasten kengat',
    aurinkolasit: 'aurinko lasit',
    kahvikuppi: 'kahvi kuppi',
  },
  nl: {
    regenjas: 'regen jas',
    winterjassen: 'winter jassen',
    kinderschoenen: 'kind schoenen',
    zonnebril: 'zon bril',
    damestas: 'dame tas',
    leerhandschoenen: 'leer handschoenen',
  },
  no: {
    regnjakke: 'regn jakke',
    dameveske: 'dame veske',
    joggesko: 'jogge sko',
    sykkelhjelm: 'sykkel hjelm',
  },
  sv: {
    regnjackor: 'regn jackor',
    vinterjackan: 'vinter jackan',
    damväska: 'dam vaska',
    köksbord: 'kok bord',
    softshelljacka: 'softshell jacka',
    fotbollsskor: 'fotboll skor',
  },
};

const WHOLE: Readonly<Record<string, string>> = {
  da: 'handsker information universitet køleskab',
  fi: 'käsineet yliopisto valmistus jääkaappi',
  nl: 'handschoenen informatie organisatie verwarming transplant koelkast',
  no: 'hansker informasjon universitet kjøleskap',
  sv: 'handskar information universitet promotor kylskåp',
};

for (const [language, cases] of Object.entries(PARTS)) {
  const { partsOf } = buildAnalyzer(language);
  test(`${language}: compounds are split, other words stay whole`, () => {
    for (const [word, parts] of Object.entries(cases)) {
      assert.equal(partsOf(foldText(word)).join(' '), parts, word);
    }
    for (const word of (WHOLE[language] ?? '').split(' '))
      assert.deepEqual(partsOf(foldText(word)), [], word);
  });
}

test('heads and modifiers share stems with the words themselves', () => {
  const pairs: readonly (readonly [string, string, string])[] = [
    ['sv', 'vinterjackorna', 'jacka'],
    ['nl', 'regenjassen', 'jas'],
    ['da', 'børnesko', 'barn'],
    ['no', 'vinterjakker', 'jakke'],
    ['fi', 'juoksukengät', 'kenkä'],
  ];
  for (const [language, compound, word] of pairs) {
    const analyzer = buildAnalyzer(language);
    const stems = analyzer.partsOf(foldText(compound)).map((part) => analyzer.stemWord(part));
    assert.ok(stems.includes(analyzer.stemWord(foldText(word))), `${compound}: ${stems.join(' ')}`);
  }
});

test('the parts of any word come from it, in order', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'adegijknorstv'), minLength: 1, maxLength: 45 });
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(PARTS)), letters, (language, word) => {
      const parts = buildAnalyzer(language).partsOf(word);
      assert.notEqual(parts.length, 1);
      if (parts.length > 0) assert.ok(word.endsWith(parts.at(-1) ?? '?'));
    }),
    { numRuns: 2_000 },
  );
});
