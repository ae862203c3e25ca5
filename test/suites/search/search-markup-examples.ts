// Markup by example: what a reader sees is found, markup is not, and a summary is plain text (Decision 0027).

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownOf } from '../../fixtures/shown-content.ts';
import { aProduct, aText, buildMemorySource, CATALOG_ID, scope } from './memory-source.ts';
import type { OpenIndex } from './open-index.ts';
import { openSession } from './search-session.ts';

const HTML =
  '<div class="zebraclass"><b>Hello</b>&nbsp;source</div><script>track("scripted")</script><p>co<i>ffe</i>e</p>';

export const describeMarkup = (open: OpenIndex): void => {
  test('an HTML body is found by its visible text and by nothing else', async (t) => {
    const source = buildMemorySource();
    source.putItem('a', { xx: aText({ title: 'T', summary: undefined, body: HTML }) });
    const { search, opened } = await openSession(t, open, source);
    for (const word of ['hello', 'source', 'coffee']) assert.deepEqual(await search(word), ['a'], word);
    for (const word of ['zebraclass', 'script', 'scripted', 'nbsp', 'div', 'class'])
      assert.deepEqual(await search(word), [], word);
    const query = { text: 'hello', localeChain: ['xx'], type: undefined, skip: 0, limit: 1 } as const;
    const { hits } = await opened.index.searchContent(scope, CATALOG_ID, {
      ...query,
      sortBy: 'relevance',
      sortOrder: 'desc',
    });
    assert.equal(hits[0] && shownOf(hits[0]).summary, 'Hello source coffee');
  });

  test('the format says how a body is read', async (t) => {
    const source = buildMemorySource();
    const put = (id: string, bodyFormat: 'text' | 'markdown' | 'html', body: string) =>
      source.putItem(id, { xx: aText({ title: id, body, bodyFormat }) });
    put('plain', 'text', 'the <zork> element');
    put('marks', 'markdown', 'a [mivel](https://brol.test/zork.jpg)');
    put('page', 'html', '<p title="zork">tusk');
    const { search } = await openSession(t, open, source);
    assert.deepEqual(await search('zork'), ['plain']);
    assert.deepEqual(await search('mivel'), ['marks']);
    assert.deepEqual(await search('brol'), []);
    assert.deepEqual(await search('tusk'), ['page']);
  });

  test('fields are read as they are written, and summarised where the body says nothing', async (t) => {
    const source = buildMemorySource();
    const tree = {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: 'mivel' }] }],
    };
    source.publish('r', {
      xx: aText({
        title: 'T',
        fields: [
          { value: tree, format: 'json' },
          { value: '<b>tusk</b>', format: 'html' },
        ],
      }),
    });
    const { search } = await openSession(t, open, source);
    for (const word of ['mivel', 'tusk']) assert.deepEqual(await search(word), ['record:r'], word);
    for (const word of ['paragraph', 'doc', 'b']) assert.deepEqual(await search(word), [], word);
  });

  test('descriptions of products are read in the same way', async (t) => {
    const source = buildMemorySource();
    source.putProduct(
      aProduct('p', {
        name: 'Kettle',
        description: '<ul class="zebraclass"><li>steel</ul><style>.zork{}</style>',
        localized: { de: { description: '<p data-zork>Stahl' } },
      }),
    );
    const { count } = await openSession(t, open, source);
    assert.equal(await count({ term: 'steel' }), 1);
    assert.equal(await count({ term: 'stahl', localeChain: ['de'] }), 1);
    for (const term of ['zebraclass', 'zork', 'ul', 'li']) assert.equal(await count({ term }), 0, term);
    assert.equal(await count({ term: 'zork', localeChain: ['de'] }), 0);
  });

  test('later changes are read in the same way, however long', async (t) => {
    const { search, count, source } = await openSession(t, open);
    await search('anything');
    const filler = '<p class="zebraclass">word</p>'.repeat(5_000);
    source.putItem('a', { xx: aText({ title: 'T', body: `${filler}<p>mivel</p>` }) });
    source.putProduct(aProduct('p', { description: `${filler}<p>mivel</p>` }));
    assert.deepEqual([await search('mivel'), await search('zebraclass')], [['a'], []]);
    assert.deepEqual([await count({ term: 'mivel' }), await count({ term: 'zebraclass' })], [1, 0]);
    source.deleteItem('a');
    source.deleteProduct('p');
    assert.deepEqual([await search('mivel'), await count({ term: 'mivel' })], [[], 0]);
  });
};
