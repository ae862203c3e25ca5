// Every supported language by example: forms that share a stem, forms that must not, and stop words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldText } from '../../domain/text/fold-text.ts';
import { buildAnalyzer } from './analyze.ts';
import { languageOf } from './languages.ts';
import { stemmers } from './stemmers.ts';
import { stopWordLists } from './stop-words.ts';

function stemsOf(language: string, text: string): string[] {
  return buildAnalyzer(language)
    .analyzeDocument(text)
    .map((token) => token.stem);
}

test('a locale gives its language', () => {
  const cases = {
    'en-us': 'en',
    EN: 'en',
    zh_Hant_TW: 'zh',
    nb: 'no',
    'nn-no': 'no',
    'pt-br': 'pt',
    fil: 'fil',
    '': 'und',
    '12': 'und',
  };
  for (const [locale, language] of Object.entries(cases)) assert.equal(languageOf(locale), language);
});

// Each line is one group of forms with the same stem, with and without accents.
const MEETING: Readonly<Record<string, readonly string[]>> = {
  af: ['skoen skoene'],
  ar: [
    'مدرسة المدرسة مَدْرَسَة',
    'كتاب الكتاب والكتاب',
    'أحذية الاحذيه',
    'كتاب وكتاب بكتاب لكتاب',
    'كاميرا كاميرات',
    'اهتمام اهتماماً',
  ],
  az: ['kitab kitablar', 'ev evlər'],
  be: ['кніга кнігі кнігу'],
  bg: ['книга книги книгата', 'обувка обувки обувките'],
  bs: ['knjiga knjige knjigu'],
  ca: ['sabata sabates', 'telèfon telèfons'],
  cs: ['bota boty bot botami', 'taška tašky tašek', 'červený červená červené'],
  da: ['stol stole stolene', 'kjole kjoler', 'hus huset husene', 'sko skoene', 'barn børn', 'rød rødt røde'],
  de: [
    'Haus Häuser Hauses hauser',
    'Buch Bücher',
    'Straße Straßen strassen',
    'Jacke Jacken',
    'verwenden verwendet',
    'akzeptieren akzeptiert akzeptierte',
    'Auto Autos',
    'Sofa Sofas',
    'Preis Preise Preises',
  ],
  el: ['βιβλίο βιβλία ΒΙΒΛΙΟ', 'γυναίκα γυναίκες', 'δρόμος δρόμοι ΔΡΟΜΟΥΣ'],
  en: [
    "men's mens men man",
    'shoe shoes',
    'city cities',
    'running runs run',
    'dress dresses',
    "women's womens woman",
    'child children',
    'knife knives',
    'foot feet',
  ],
  es: ['canción canciones cancion', 'zapato zapatos', 'niño niños nino', 'luz luces', 'dulce dulces'],
  et: ['raamatu raamat'],
  fa: ['کتاب کتاب‌ها کتابهای'],
  fi: [
    'talo talot talossa',
    'kirja kirjat kirjan',
    'kenkä kengät kengän kenkiä',
    'pöytä pöydät',
    'sininen siniset',
  ],
  fr: [
    'idée idées idee',
    'cheval chevaux',
    'manteau manteaux',
    'bijou bijoux',
    'chaussure chaussures',
    'blanc blanche blanches',
    'bleu bleue bleus',
  ],
  gl: ['zapato zapatos'],
  he: ['חולצה חולצות החולצה', 'ספר ספרים הספר'],
  hi: ['किताब किताबें किताबों', 'लड़का लड़के लड़कों'],
  hr: ['cipela cipele cipelama', 'knjiga knjige knjigom'],
  hu: [
    'könyv könyvek konyv',
    'ház házak házban',
    'cipő cipők',
    'táska táskák táskát',
    'telefon telefonok telefont',
  ],
  hy: ['սեղան սեղաններ սեղանի'],
  id: ['sepatu sepatunya', 'buku bukunya'],
  it: ['scarpa scarpe', 'libro libri', 'bambino bambini', 'telefono telefoni', 'divano divani'],
  kk: ['кітап кітапы'],
  ko: ['고양이 고양이는 고양이를', '책 책을 책은', '학교 학교에서 학교에'],
  lt: ['batas batai batų', 'knyga knygos'],
  lv: ['grāmata grāmatas gramatu'],
  mk: ['книга книги книгата'],
  ms: ['buku bukunya'],
  ne: ['किताब किताबहरू किताबको'],
  nl: [
    'schoen schoenen schoentje',
    'huis huizen',
    'tas tassen tasje',
    'brief brieven',
    'boot boten',
    'fiets fietsen',
    'kind kinderen',
    'lamp lampen lampje',
    'boom boompje',
  ],
  no: ['stol stoler', 'jakke jakker', 'hus husene', 'sko skoene', 'hvit hvitt hvite'],
  pl: ['but buty butów butami', 'książka książki książek', 'czerwony czerwona czerwonego'],
  pt: [
    'canção canções cancao',
    'animal animais',
    'sapato sapatos',
    'papel papéis',
    'lençol lençóis',
    'jardim jardins',
  ],
  ro: [
    'pantof pantofi',
    'casă case',
    'rochie rochii',
    'telefon telefoane telefonul',
    'geantă genți',
    'ceas ceasuri',
  ],
  ru: [
    'книга книги книгу',
    'новый новая новые',
    'ёлка елки',
    'проблема проблем проблемы',
    'опыт опыта опытом',
    'сумка сумки сумок',
    'кровать кровати',
  ],
  sk: ['kniha knihy knihami', 'topánka topánky topánok'],
  sl: ['knjiga knjige knjigo'],
  sq: ['libri libra'],
  sr: ['књига књиге', 'knjiga knjige'],
  sv: [
    'stol stolar',
    'klänning klänningar klanning',
    'hus husen huset',
    'jacka jackor jackan',
    'bord bordet',
    'sko skor skorna',
    'bok böcker',
  ],
  ta: ['புத்தகம் புத்தகங்கள்'],
  tr: [
    'çanta çantalar çantası çantanın çantada çantayı canta',
    'kitap kitabı kitaplar kitabın kitabında kitaplarından KİTAP',
    'ayakkabı ayakkabılar ayakkabısı ayakkabının',
    'ev evler evlerin',
    'kadın kadının kadınlar kadını',
    'telefon telefonun telefonu telefonda telefonları',
    'gömlek gömleği gömlekler',
    'bölge bölgesi bölgenin bölgede bölgedir',
  ],
  uk: ['книга книги книгу', 'сумка сумки сумок'],
};

test('every language with a stemmer is tested', () => {
  assert.deepEqual(Object.keys(MEETING), [...stemmers.keys()]);
});

for (const [language, groups] of Object.entries(MEETING)) {
  test(`${language}: inflected and unaccented forms share a stem`, () => {
    for (const group of groups) {
      const stems = new Set(stemsOf(language, group));
      assert.equal(stems.size, 1, `${group} → ${[...stems].join(' ')}`);
    }
  });
}

test('different words stay apart', () => {
  const pairs: readonly (readonly [string, string, string])[] = [
    ['de', 'Haus', 'Hose'],
    ['en', 'shirt', 'short'],
    ['ru', 'книга', 'книжка'],
    ['tr', 'çanta', 'çatı'],
    ['tr', 'kitap', 'kitapçı'],
    ['tr', 'karşı', 'kar'],
    ['ko', '가을', '가방'],
    ['ar', 'كتاب', 'حقيبة'],
    ['ja', 'か', 'が'],
    ['de', 'Glas', 'Gla'],
    ['pl', 'but', 'butik'],
    ['cs', 'bota', 'batoh'],
    ['sv', 'plan', 'pla'],
    ['nl', 'kaart', 'kaas'],
  ];
  for (const [language, one, other] of pairs)
    assert.notDeepEqual(stemsOf(language, one), stemsOf(language, other));
});

test('languages without a stemmer compare folded words', () => {
  assert.deepEqual(stemsOf('vi', 'Điện thoại'), ['dien', 'thoai', 'điện', 'thoại']);
  assert.deepEqual(stemsOf('th', 'รองเท้าผ้าใบ'), ['รองเท้า', 'ผ้าใบ']);
  assert.ok(stemsOf('zh', '北京大学').includes('北京'));
  assert.ok(stemsOf('ja', 'ｼｬﾂを買う').includes('シャツ'));
  assert.deepEqual(stemsOf('tl', 'Sapatos niño'), ['sapatos', 'nino']);
  assert.deepEqual(stemsOf('constructor', 'Shoes'), ['shoes']);
});

test('Vietnamese is searchable with and without diacritics', () => {
  const asked = (text: string) =>
    buildAnalyzer('vi')
      .analyzeQuery(text)
      .map(({ stem }) => stem);
  assert.deepEqual(asked('bàn phím'), ['bàn', 'phím']);
  assert.deepEqual(asked('ban phim'), ['ban', 'phim']);
  assert.deepEqual(asked('BÀN phim'), ['bàn', 'phim'], 'a word without marks stands for all so written');
  assert.deepEqual(asked('hòa thủy khỏe quý'), ['hoà', 'thuỷ', 'khoẻ', 'quý'], 'wherever the tone stands');
  assert.deepEqual(asked('hoàn'.normalize('NFD')), ['hoàn'], 'however it is encoded');
  const held = new Set(stemsOf('vi', 'Bàn phím HÒA'));
  assert.deepEqual(held, new Set(['ban', 'phim', 'hoa', 'bàn', 'phím', 'hoà']));
});

test('a Vietnamese stop word without diacritics may be another word', () => {
  const asked = (text: string) =>
    buildAnalyzer('vi')
      .analyzeQuery(text)
      .map(({ stem }) => stem);
  assert.deepEqual(asked('thức ăn cho chó là gì'), ['thức', 'ăn', 'chó']);
  assert.deepEqual(asked('thuc an cho cho'), ['thuc', 'an', 'cho']);
});

test('Latin words inside other scripts are stemmed as English', () => {
  assert.deepEqual(stemsOf('zh', 'shoes'), ['shoe']);
  assert.deepEqual(stemsOf('ru', 'shoes'), ['shoe']);
});

// In each language, a query of stop words and one word that counts, at the end.
const STOPPED: Readonly<Record<string, string>> = {
  ar: 'هذا في على حقيبة',
  bg: 'какво е това и книга',
  cs: 'co je to a kniha',
  da: 'det er en stol',
  de: 'das ist für die Jacke',
  el: 'αυτό είναι το βιβλίο',
  en: 'what is the shirt',
  es: 'qué es la camisa',
  fa: 'این چیست و کفش',
  fi: 'mikä on tämä kirja',
  fr: "qu'est-ce que c'est la chemise",
  he: 'מה זה של חולצה',
  hi: 'यह क्या है किताब',
  hr: 'što je to i knjiga',
  hu: 'ez egy könyv',
  id: 'apa itu dan untuk sepatu',
  it: 'che cosa è la borsa',
  ja: 'これは鞄',
  ko: '이 그 가방',
  nl: 'wat is het boek',
  no: 'hva er en stol',
  pl: 'czy to jest dla książka',
  pt: 'o que é uma bolsa',
  ro: 'ce este o rochie',
  ru: 'что это за книга',
  sk: 'čo je to a kniha',
  sv: 'vad är en stol',
  th: 'ที่ และ รองเท้า',
  tr: 'bu nedir, kimin hangi çanta',
  uk: 'що це за книга',
  vi: 'cái này là gì của bàn',
  zh: '这是我的书',
};

test('every supported language drops its stop words from a query', () => {
  assert.equal(Object.keys(stopWordLists).length, 32);
  assert.deepEqual(Object.keys(STOPPED), Object.keys(stopWordLists));
  for (const [language, text] of Object.entries(STOPPED)) {
    const kept = buildAnalyzer(language).analyzeQuery(text);
    assert.equal(kept.length, 1, `${language}: ${kept.map((word) => word.surface).join(' ')}`);
    assert.ok(foldText(text).endsWith(foldText(kept[0]?.surface ?? '?')), language);
  }
});

test('words that shoppers search for are not stop words', () => {
  const sought: readonly (readonly [string, string])[] = [
    ['es', 'té'],
    ['fr', 'maïs'],
    ['fr', 'été'],
    ['sv', 'hår'],
    ['no', 'ved'],
    ['nl', 'haar'],
    ['tr', 'su'],
    ['vi', 'bàn'],
    ['en', 'm'],
    ['en', 'without'],
    ['cs', 'pro'],
    ['sk', 's'],
    ['vi', 'không'],
  ];
  for (const [language, word] of sought) {
    assert.equal(buildAnalyzer(language).analyzeQuery(`${word} xyz`).length, 2, `${language} ${word}`);
  }
});

test('the language of a locale stays the same however many others were asked for', () => {
  for (let at = 0; at < 1_000; at += 1) assert.equal(languageOf(`de-x${at}`), 'de');
  assert.equal(languageOf('nb-no'), 'no');
  assert.equal(languageOf('de-x0'), 'de');
});
