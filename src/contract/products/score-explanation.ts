// The parts of a product's score on the wire (Decision 0075).

import { Type } from 'typebox';
import { namedObject } from '../values.ts';

const word = namedObject('ExplainedWord', {
  word: Type.String({ description: 'A word of the search term, as it is compared.' }),
  match: Type.Enum(['exact', 'synonym', 'prefix', 'typo']),
  fields: Type.Array(
    namedObject('ExplainedField', {
      field: Type.Enum(['name', 'brand', 'sku', 'attributes', 'categories', 'description']),
      weight: Type.Number({ description: 'What a word weighs in this field.' }),
      occurrences: Type.Integer({ minimum: 1 }),
    }),
    { description: 'Where the product has it, or what it matches.' },
  ),
  idf: Type.Number({ description: 'The rarer the word, the larger.' }),
  match_factor: Type.Number({ description: 'By the kind of match.' }),
  repeat_factor: Type.Number({ description: 'By how often the search term has the word.' }),
  frequency: Type.Number({
    description: 'The weighted occurrences, saturated and by the length of the text.',
  }),
  score: Type.Number({ description: 'The product of the four.' }),
});

const factors = (title: string, of: 'field' | 'rule_id', description: string) =>
  Type.Array(namedObject(title, { [of]: Type.String(), factor: Type.Number() }), { description });

export const scoreExplanation = namedObject('ScoreExplanation', {
  words: Type.Array(word, { description: 'The words that the product holds.' }),
  coverage: Type.Number({ description: 'By the share of the words that it holds.' }),
  phrase_factor: Type.Number({
    description:
      'More than 1 if the name has the words of the search term in their order, one after the other.',
  }),
  text: Type.Number({
    description: 'The sum of the scores of the words, times `coverage`, times `phrase_factor`.',
  }),
  tier: Type.Number({
    description:
      'Positive if the name equals the search term, negative if only the relaxed rule finds the product, otherwise 0.',
  }),
  signals: factors('ExplainedSignal', 'field', 'Of the ranking settings of the catalog.'),
  signal_factor: Type.Number({ description: 'Their product, at most 100.' }),
  boosts: factors('ExplainedBoost', 'rule_id', 'Of merchandising rules.'),
  boost_factor: Type.Number({ description: 'Their product, from 0.01 to 100.' }),
  score: Type.Number({
    description: '`tier` + (1 + `text`) × `signal_factor` × `boost_factor` − 1. Larger ones come first.',
  }),
});
