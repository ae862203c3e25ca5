// Turkish endings off folded words, one after the other from the end: plural, copula, possession and case. Snowball tells ı from i
// by vowel harmony, which folding removes, and even with accents takes çanta for ça + nta. Guarantees: a stem is never empty, and
// whatever comes off a form comes off the bare word too. Not here: verbs, and endings that make another word (-ci, -lik, -siz).

/** An ending, told by the letter before it, and how many letters must stay. */
type Ending = readonly [ending: RegExp, keep: number];

// A possessive takes its case with an n (evi-nde), a vowel with a y (araba-ya); the hard consonants make t of d.
// A last n may be the word's own (kadın) or an ending (araba-n): where that cannot be told, it comes off.
const ENDINGS: readonly Ending[] = [
  [/l[ae]r(?:i(?:n|n[aei]|nin|nd[ae](?:n|ki)?|yl[ae]|miz|niz)?|in|[ae]|l[ae]|d[ae](?:n|ki)?)?$/, 2],
  [/[dt][iu]r$/, 4],
  [/(?<=[aeiou])(?:yd[iu]|ym[iu]s|yken)$/, 4],
  [/(?<=[aeiou])s[iu](?:n[aeiu]|n[iu]n|nd[ae](?:n|ki)?|yl[ae])?$/, 3],
  [/(?<=[^aeiou])[iu](?:n[aeiu]|n[iu]n|nd[ae](?:n|ki)?|yl[ae])$/, 4],
  [/(?<=[aeiou])(?:n[iu]n|y[aeiu]|yl[ae]|[mn][iu]z)$/, 3],
  [/(?:(?<=[^cfhkpst])d|(?<=[cfhkpst])t)[ae](?:n|ki)?$/, 3],
  [/(?<=[^aeiou])[iu][mn](?:[iu]z)?$/, 4],
  [/(?<=[^aeiou])[aeiu]$/, 4],
  [/(?<=[aeiou])n$/, 4],
];

/** Before an ending that begins with a vowel a last p, t or k softens: kitabı is kitap. */
const HARDENED = new Map([
  ['b', 'p'],
  ['d', 't'],
  ['g', 'k'],
]);

export function stemTurkish(word: string): string {
  let stem = word;
  for (let end = stem.length; end > 0; end = endOf(stem)) stem = stem.slice(0, end);
  const last = HARDENED.get(stem.at(-1) ?? '');
  return last === undefined || stem.length < 3 ? stem : stem.slice(0, -1) + last;
}

/** Where the first of the endings begins that may come off; 0 where none may. */
function endOf(word: string): number {
  for (const [ending, keep] of ENDINGS) {
    const at = word.search(ending);
    if (at >= keep) return at;
  }
  return 0;
}

/** Azerbaijani adds the same endings, and has a letter more. */
export function stemAzerbaijani(word: string): string {
  return stemTurkish(word.replaceAll('ə', 'e'));
}
