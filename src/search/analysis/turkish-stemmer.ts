// Strips Turkish endings from folded words, one after the other: plural, copula, possessive and case. Snowball
// distinguishes ı from i by vowel harmony, which folding removes, and even with accents splits çanta into ça + nta. A
// stem is never empty, and what an inflected form loses, the bare word loses too. Not here: verbs, and endings that
// derive another word (-ci, -lik, -siz).

/** An ending, recognized by the letter before it, and how many letters must remain. */
type Ending = readonly [ending: RegExp, keep: number];

// A possessive takes its case with an n (evi-nde), a vowel with a y (araba-ya); after hard consonants d becomes t. A
// final n may belong to the word (kadın) or be an ending (araba-n): if in doubt, it is stripped.
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

/** Before an ending that starts with a vowel, a final p, t or k softens: kitabı is kitap. */
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

/** Where the first ending that may be stripped begins; 0 if there is none. */
function endOf(word: string): number {
  for (const [ending, keep] of ENDINGS) {
    const at = word.search(ending);
    if (at >= keep) return at;
  }
  return 0;
}

/** Azerbaijani has the same endings and one more letter. */
export function stemAzerbaijani(word: string): string {
  return stemTurkish(word.replaceAll('ə', 'e'));
}
