// The searchable text of a product's attributes: what people would say, without URLs, ids, hashes and long numbers
// (Decision 0028).

import {
  type AttributeSetting,
  byName,
  isCompared,
  type SearchedValues,
  searchedValues,
} from '../domain/products/attribute-settings.ts';
import type { AttributeScalar, Product } from '../domain/products/product.ts';
import { allAttributes } from '../domain/products/variant-attributes.ts';
import { plainText } from '../markup/plain-text.ts';

interface AttributeRule {
  readonly searched: SearchedValues;
  readonly isCompared: boolean;
}

/** Reads the attributes of all products of a catalog; the rule for each name is computed once. */
export class AttributeReader {
  private readonly settings: ReadonlyMap<string, AttributeSetting>;
  private readonly rules = new Map<string, AttributeRule>();

  constructor(settings: readonly AttributeSetting[]) {
    this.settings = byName(settings);
  }

  /** The searchable values, one per line. Runs for every product of a build, so it creates no lists. */
  textOf(product: Product): string {
    const attributes = allAttributes(product);
    let text = '';
    for (const name in attributes) {
      if (!Object.hasOwn(attributes, name)) continue;
      const { searched } = this.ruleOf(name);
      const value = attributes[name];
      if (searched === 'none' || value === undefined) continue;
      const add = (one: AttributeScalar): void => {
        const words = searched === 'all' ? allOf(one) : wordsOf(one);
        if (words !== '') text += text === '' ? words : `\n${words}`;
      };
      if (typeof value === 'object') value.forEach(add);
      else add(value);
    }
    return text;
  }

  /** Whether filters may compare the attribute's values. */
  isCompared(name: string): boolean {
    return this.ruleOf(name).isCompared;
  }

  private ruleOf(name: string): AttributeRule {
    let rule = this.rules.get(name);
    if (rule === undefined) {
      const setting = this.settings.get(name);
      rule = { searched: searchedValues(name, setting), isCompared: isCompared(setting) };
      this.rules.set(name, rule);
    }
    return rule;
  }
}

/** A value as plain text, whatever markup it holds. */
export const plain = (value: string): string => plainText({ value, format: 'unknown' });

const allOf = (value: AttributeScalar): string => {
  if (typeof value === 'string') return plain(value);
  return typeof value === 'number' ? String(value) : '';
};

const wordsOf = (value: AttributeScalar): string => {
  if (typeof value !== 'string') return '';
  const text = plain(value);
  if (!MAY_HAVE_MACHINE_TOKENS.test(text)) return text;
  return text
    .split(/[\s|]+/u)
    .filter((word) => !isMachineToken(word))
    .join(' ');
};

/** Cheap test: without any of these, no word matches the patterns below. */
const MAY_HAVE_MACHINE_TOKENS =
  /[/.]|\d{8}|[\da-f]{4}-[\da-f]{4}-|[\da-f]{16}|[\da-z+=]{20}|[a-z]_[\da-z]{10}|sha\d|(?:data|mailto|tel):/iu;

const SURROUNDING_PUNCTUATION = /^["'([{<]+|["')\]}>,;.!?]+$/gu;
const ADDRESS = /:\/\/|^(?:\/\/|www\.|\.{0,2}\/[^/]+\/)|^(?:data|mailto|tel):/iu;
const MEDIA_FILE =
  /\.(?:jpe?g|png|gif|webp|avif|svg|bmp|tiff?|ico|heic|mp4|m4v|webm|mov|avi|mp3|wav|ogg|pdf|zip|glb|gltf|usdz)(?:[?#]|$)/iu;
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/iu;
const HASH = /^(?:0x)?[\da-f]{16,}$|^sha\d{1,3}-/iu;
const LONG_NUMBER = /^\d{8,}$/u;
/** Mixed case and digits, as no word and hardly a model number has. */
const OPAQUE = /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])(?:[A-Za-z\d+=]{20,}|[a-z]{2,6}_[A-Za-z\d]{10,})$/u;
/** A ULID. */
const SORTABLE_ID = /^[\dA-HJKMNP-TV-Z]{26}$/u;
/** Longer than any such token, except URLs. */
const TOKEN_MAX_CHARS = 512;

/** Whether the word is meant for machines. */
const isMachineToken = (word: string): boolean => {
  const bare = word.slice(0, TOKEN_MAX_CHARS).replaceAll(SURROUNDING_PUNCTUATION, '');
  return (
    ADDRESS.test(bare) ||
    MEDIA_FILE.test(bare) ||
    LONG_NUMBER.test(bare) ||
    UUID.test(bare) ||
    HASH.test(bare) ||
    OPAQUE.test(bare) ||
    SORTABLE_ID.test(bare)
  );
};
