// The benchmarks' exact totals equal those of the reference engines: a wrong expectation would mark correct engines
// as wrong.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentItemOf, contentQueryOf, synonymsOf } from '../../bench/engines/ours-content.ts';
import { catalogContents, productOf, productQueryOf } from '../../bench/engines/ours-products.ts';
import { makeArticle } from '../../bench/generate/articles.ts';
import { makeProduct } from '../../bench/generate/products.ts';
import { buildContentQuestions } from '../../bench/questions/content-questions.ts';
import { buildProductQuestions } from '../../bench/questions/product-questions.ts';
import { describeFields } from '../../src/domain/products/product-fields.ts';
import { analyzeProduct, countProducts } from '../../src/search/reference/count-products.ts';
import { analyzeItem, searchContent } from '../../src/search/reference/search-content.ts';

const LOCALE = 'und';
const QUESTIONS_PER_CLASS = 2;

const ids = (count: number): number[] => Array.from({ length: count }, (_, id) => id);

test('content totals are what the reference engine finds', () => {
  const articles = 2_000;
  const items = ids(articles).map((id) => analyzeItem(contentItemOf(makeArticle(id), LOCALE)));
  for (const { name, questions, totals } of buildContentQuestions(articles)) {
    // Among so few articles hardly any two rarer words occur together often enough.
    if (!name.startsWith('and: ')) assert.notEqual(questions.length, 0, name);
    for (const [place, question] of questions.slice(0, QUESTIONS_PER_CLASS).entries()) {
      const found = searchContent(items, synonymsOf(question), contentQueryOf(question, LOCALE));
      assert.equal(found.total, totals[place], `${name}: ${question.words.join(' ')}`);
    }
  }
});

test('product totals are what the reference engine counts', () => {
  const count = 600;
  const products = ids(count).map((id) => productOf(makeProduct(id)));
  const analyzed = products.map((product) => analyzeProduct(product, LOCALE));
  const fields = describeFields(products);
  for (const { name, questions, totals } of buildProductQuestions(count)) {
    for (const [place, question] of questions.slice(0, QUESTIONS_PER_CLASS).entries()) {
      const counted = countProducts(analyzed, catalogContents, fields, productQueryOf(question));
      assert.equal(counted, totals[place], `${name}: ${JSON.stringify(question)}`);
    }
  }
});
