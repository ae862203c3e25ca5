// What is searched and which field outweighs which; Decision 0006 has the measurements.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ContentText } from '../domain/search/content.ts';
import { WEIGHT_MAX } from './ranking.ts';
import { contentTexts, partWeight } from './weighted-texts.ts';

const text: ContentText = {
  type: 'page',
  title: 'the title',
  url: '/',
  summary: 'the summary',
  body: 'the body',
  keywords: ['one', 'two'],
  imageUrl: null,
  createdAt: '2026-01-01T00:00:00Z',
  createdBy: null,
  modifiedAt: '2026-01-01T00:00:00Z',
  modifiedBy: null,
  extraData: {},
};

test('title over keywords and summary over body, in weights that fit a byte', () => {
  const weightOf = (part: string) => contentTexts(text).find((field) => field.text === part)?.weight ?? 0;
  const [title, keywords, summary, body] = ['the title', 'one\ntwo', 'the summary', 'the body'].map(weightOf);
  assert.ok(title !== undefined && keywords !== undefined && summary !== undefined && body !== undefined);
  assert.ok(title > keywords && keywords >= summary && summary > body && body > 0);
  for (const { weight } of contentTexts(text)) assert.ok(Number.isInteger(weight) && weight <= WEIGHT_MAX);
});

test('a summary made from the body is not counted twice', () => {
  const searched = contentTexts({ ...text, summary: undefined }).map((field) => field.text);
  assert.equal(searched.filter((part) => part.includes('body')).length, 1);
});

test('the head of a compound weighs as much as the compound, any other part weighs less, but not nothing', () => {
  for (const { weight } of contentTexts(text)) {
    assert.equal(partWeight(weight, true), weight);
    const front = partWeight(weight, false);
    assert.ok(Number.isInteger(front) && front > 0 && front < weight);
  }
});
