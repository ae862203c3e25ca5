// SQLite FTS5 in memory: contentless, with a prefix index, BM25 by field. Page and total are two statements.

import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { Article } from '../generate/articles.ts';
import type { MadeProduct } from '../generate/products.ts';
import type { ContentQuestion } from '../questions/content-questions.ts';
import type { ProductPage, ProductQuestion } from '../questions/product-questions.ts';
import { type Ask, BUCKETS, type Engine, nothingToSettle, PAGE_HITS } from './engine.ts';

/** The query in FTS5's query language; undefined for typos, which it does not support. */
const matchOf = ({ words, holds, isPrefix, maxEdits }: ContentQuestion): string | undefined => {
  if (maxEdits > 0) return undefined;
  const quoted = words.map((word, place) => `"${word}"${isPrefix && place === words.length - 1 ? '*' : ''}`);
  if (holds === 'all') return quoted.join(' AND ');
  if (holds === 'any') return quoted.join(' OR ');
  const pairs = quoted.flatMap((word, place) =>
    quoted.slice(place + 1).map((other) => `(${word} AND ${other})`),
  );
  return pairs.join(' OR ');
};

export const buildFts5Content = (): Engine<Article, ContentQuestion> => {
  const database = new DatabaseSync(':memory:');
  database.exec(`
    CREATE VIRTUAL TABLE texts USING fts5(title, summary, body, content='', contentless_delete=1,
      tokenize='unicode61', prefix='3 4');
    INSERT INTO texts(texts, rank) VALUES('rank', 'bm25(4.0, 2.0, 1.0)');
    CREATE TABLE articles(id INTEGER PRIMARY KEY, type TEXT, created INTEGER);
    CREATE INDEX articles_type ON articles(type, created DESC, id);
  `);
  const insertText = database.prepare('INSERT INTO texts(rowid, title, summary, body) VALUES(?, ?, ?, ?)');
  const insertRow = database.prepare('INSERT OR REPLACE INTO articles(id, type, created) VALUES(?, ?, ?)');
  const deleteText = database.prepare('DELETE FROM texts WHERE rowid = ?');
  // FTS5's own row ids exceed what a JavaScript number holds, and it reports such an id as the last one.
  for (const statement of [insertText, deleteText]) statement.setReadBigInts(true);
  const put = ({ id, title, summary, body, type, createdSeconds }: Article) => {
    insertText.run(id, title, summary, body);
    insertRow.run(id, type, createdSeconds);
  };
  return {
    add: (batch) => {
      database.exec('BEGIN');
      batch.forEach(put);
      database.exec('COMMIT');
    },
    finish: () => {
      database.exec("INSERT INTO texts(texts) VALUES('optimize')");
    },
    prepare: (question) => {
      const match = matchOf(question);
      if (match === undefined) return undefined;
      const from =
        question.type === undefined && !question.newestFirst
          ? 'FROM texts WHERE texts MATCH ?'
          : 'FROM texts JOIN articles ON articles.id = texts.rowid WHERE texts MATCH ? AND articles.type = ?';
      const values: SQLInputValue[] = question.type === undefined ? [match] : [match, question.type];
      const order = question.newestFirst ? 'articles.created DESC, articles.id' : 'rank';
      const page = database.prepare(`SELECT texts.rowid ${from} ORDER BY ${order} LIMIT ${PAGE_HITS}`);
      const total = database.prepare(`SELECT count(*) AS total ${from}`);
      return () => {
        const hits = page.all(...values).length;
        return { total: Number(total.get(...values)?.['total']), hits };
      };
    },
    replace: (article) => {
      database.exec('BEGIN');
      deleteText.run(article.id);
      put(article);
      database.exec('COMMIT');
    },
    settle: nothingToSettle,
    snapshot: undefined,
  };
};

export const buildFts5Products = (): Engine<MadeProduct, ProductQuestion> => {
  const database = new DatabaseSync(':memory:');
  database.exec(`
    CREATE VIRTUAL TABLE texts USING fts5(name, content='', contentless_delete=1, tokenize='unicode61', detail=none);
    CREATE TABLE products(id INTEGER PRIMARY KEY, brand TEXT, category TEXT, color TEXT, size TEXT, price REAL);
  `);
  const insertText = database.prepare('INSERT INTO texts(rowid, name) VALUES(?, ?)');
  insertText.setReadBigInts(true);
  const insertRow = database.prepare(
    'INSERT INTO products(id, brand, category, color, size, price) VALUES(?, ?, ?, ?, ?, ?)',
  );
  return {
    add: (batch) => {
      database.exec('BEGIN');
      for (const { id, name, brand, category, color, size, price } of batch) {
        insertText.run(id, name);
        insertRow.run(id, brand, category, color, size, price);
      }
      database.exec('COMMIT');
    },
    finish: () => {
      // One index per facet that includes the price, so that most counts need not read the rows.
      for (const facet of ['brand', 'category', 'color', 'size'])
        database.exec(`CREATE INDEX products_${facet} ON products(${facet}, price)`);
      database.exec("INSERT INTO texts(texts) VALUES('optimize'); ANALYZE");
    },
    prepare: (question) => {
      const { page } = question;
      if (page?.typed !== undefined) return undefined;
      if (page !== undefined) return preparePage(database, question, page);
      const { from, values } = conditionsOf(question);
      const count = database.prepare(`SELECT count(*) AS total ${from}`);
      return () => ({ total: Number(count.get(...values)?.['total']), hits: 0 });
    },
    replace: undefined,
    settle: nothingToSettle,
    snapshot: undefined,
  };
};

interface Conditions {
  readonly from: string;
  readonly values: readonly SQLInputValue[];
}

/** `without`: a field whose own facets do not count. `isListed`: columns of the products are read, not only counted. */
const conditionsOf = (
  { term, facets, anyOf, price }: ProductQuestion,
  { without, isListed = false }: { readonly without?: string; readonly isListed?: boolean } = {},
): Conditions => {
  const narrowing = facets.filter(([facet]) => facet !== without);
  const conditions = narrowing.map(([facet]) => `products.${facet} = ?`);
  const values: SQLInputValue[] = narrowing.map(([, value]) => value);
  if (anyOf.length > 0) {
    conditions.push(`(${anyOf.map(([facet]) => `products.${facet} = ?`).join(' OR ')})`);
    values.push(...anyOf.map(([, value]) => value));
  }
  if (price !== undefined) {
    conditions.push('products.price BETWEEN ? AND ?');
    values.push(...price);
  }
  const isJoined = isListed || conditions.length > 0;
  if (term !== undefined) {
    conditions.push('texts MATCH ?');
    const words = term.split(' ').map((word) => `"${word}"`);
    values.push(words.join(' AND '));
  }
  const joined = isJoined ? 'texts JOIN products ON products.id = texts.rowid' : 'texts';
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  return { from: `FROM ${term === undefined ? 'products' : joined}${where}`, values };
};

/** A statement each for the page, the total and every facet. */
const preparePage = (
  database: DatabaseSync,
  question: ProductQuestion,
  { limit, sortBy, facetFields }: ProductPage,
): Ask => {
  const listed = conditionsOf(question, { isListed: true });
  const byRank = question.term === undefined ? 'products.id' : 'rank, texts.rowid';
  const order = sortBy === 'price' ? 'products.price, products.id' : byRank;
  const list = database.prepare(`SELECT products.* ${listed.from} ORDER BY ${order} LIMIT ${limit}`);
  const counted = conditionsOf(question);
  const count = database.prepare(`SELECT count(*) AS total ${counted.from}`);
  const buckets = facetFields.map((field) => {
    const { from, values } = conditionsOf(question, { without: field, isListed: true });
    const value = field === 'price' ? 'CAST(products.price / 50 AS INTEGER)' : `products.${field}`;
    const text = `SELECT ${value} AS value, count(*) AS products ${from} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${BUCKETS}`;
    return { statement: database.prepare(text), values };
  });
  return () => {
    const hits = list.all(...listed.values).length;
    for (const { statement, values } of buckets) statement.all(...values);
    return { total: Number(count.get(...counted.values)?.['total']), hits };
  };
};
