// A name as the last part of a URL: ASCII letters, digits and hyphens.

export function slugOf(name: string): string {
  const spelled = name.toLowerCase().replaceAll('ø', 'o').replaceAll('æ', 'ae').replaceAll('ß', 'ss');
  const plain = spelled.normalize('NFD').replace(/[\p{Mark}'’]/gu, '');
  return plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
}
