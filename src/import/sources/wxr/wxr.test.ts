// What becomes of a WordPress export in two files, and what is left out and said so.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../../../test/fixtures/any-character.ts';
import { CATALOG, readFixture, readSource, textFile } from '../../../../test/fixtures/import/source-files.ts';
import { wxr } from './wxr.ts';

const first = readFixture('wordpress-1.xml');
const second = readFixture('wordpress-2.xml');
const both = () => [textFile(first, 'one.xml'), textFile(second, 'two.xml')];

/** An export with one item. `inner` follows the defaults, so that it can repeat them. */
const exported = (inner: string, channel = '<language>en</language>'): string => `<rss
  xmlns:wp="http://wordpress.org/export/1.0/" xmlns:content="http://purl.org/rss/1.0/modules/content/"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:excerpt="http://wordpress.org/export/1.0/excerpt/">
<channel><wp:wxr_version>1.0</wp:wxr_version>${channel}
<item><title>T</title><link>https://a.example/t/</link><wp:post_id>1</wp:post_id>
<wp:post_date_gmt>2026-01-02 03:04:05</wp:post_date_gmt><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>
${inner}</item></channel></rss>`;

const itemOf = async (inner: string, channel?: string) => {
  const { objects, faults } = await readSource(wxr, [textFile(exported(inner, channel))]);
  assert.deepEqual(faults, []);
  return objects[0]?.object ?? assert.fail('no object');
};

const faultOf = async (inner: string) => {
  const { objects, faults } = await readSource(wxr, [textFile(exported(inner))]);
  assert.deepEqual(objects, []);
  return faults[0] ?? assert.fail('no fault');
};

test('a post becomes a content item, with what other files of the export say about it', async () => {
  const { objects } = await readSource(wxr, both());
  assert.deepEqual(objects[0], {
    file: 'one.xml',
    line: 17,
    object: {
      kind: 'content_item',
      catalog_id: CATALOG,
      provider_id: 'wp-shop.example-blog-11',
      locale: 'en-gb',
      type: 'post',
      url: '/blog/2025/11/wool-weather/',
      title: 'Wool & weather',
      summary: 'Warm, even <em>wet</em>.',
      body: '<p class="lead">Wool keeps you <strong>warm</strong> when it is wet.</p>\n\n<img src="a.jpg" /> A sheep\n<p>An array is written a[0] <!-- kept -->.</p>',
      body_format: 'html',
      keywords: ['Care', 'Wool', 'Winter'],
      extra_data: {
        slug: 'wool-weather',
        categories: ['Care'],
        tags: ['Wool'],
        taxonomies: { season: ['Winter'], post_format: ['post-format-image'] },
      },
      image_url: 'https://shop.example/blog/files/sheep.jpg',
      created_at: '2025-11-02T08:30:00.000Z',
      modified_at: '2025-11-05T09:00:00.000Z',
      created_by: 'Mira Lindqvist',
    },
  });
});

test('posts, pages and own types come in, by either spelling of the namespaces', async () => {
  const { objects, faults } = await readSource(wxr, both());
  assert.deepEqual(faults, []);
  assert.deepEqual(
    objects.map(({ object }) => [object['provider_id'], object['type'], object['url'], object['title']]),
    [
      ['wp-shop.example-blog-11', 'post', '/blog/2025/11/wool-weather/', 'Wool & weather'],
      ['wp-shop.example-blog-12', 'post', '/blog/?p=12', 'A short note without a title.'],
      ['wp-shop.example-blog-22', 'page', '/blog/about/', 'About us'],
      ['wp-shop.example-blog-23', 'lookbook', '/blog/lookbook/scarf-3/', 'Scarf No. 3'],
    ],
  );
  const [, , page, custom] = objects.map(({ object }) => object);
  assert.equal(page?.['body'], '<p>We sell ]]> wool.</p>');
  assert.equal(Object.hasOwn(page ?? {}, 'summary'), false, 'an empty excerpt is none');
  assert.equal(page?.['created_by'], 'Mira Lindqvist', 'authors are in the other file');
  assert.deepEqual(
    custom?.['extra_data'],
    { categories: ['Care'], tags: ['Scarves'] },
    'Care is there twice',
  );
});

test('what is left out is said, with its reason', async () => {
  const { skips } = await readSource(wxr, both());
  assert.deepEqual(
    skips.map(({ file, line, skipped, column }) => [file, line, skipped, column]),
    [
      ['one.xml', 53, 'featured image that is not in the files', '_thumbnail_id'],
      ['one.xml', 66, 'not published: the status is draft', undefined],
      ['one.xml', 67, 'not published: the status is pending', undefined],
      ['one.xml', 68, 'not published: the status is private', undefined],
      ['one.xml', 69, 'not published: the status is future', undefined],
      ['one.xml', 70, 'not published: the status is trash', undefined],
      ['one.xml', 71, 'revision: not content', undefined],
      ['one.xml', 72, 'nav_menu_item: not content', undefined],
      ['one.xml', 73, 'protected by a password', undefined],
      ['two.xml', 6, 'attachment: only the URLs of featured images are used', undefined],
    ],
  );
});

test('without UTC, dates are those of the feed, or local time by the offset of the export', async () => {
  const { objects } = await readSource(wxr, both());
  const note = objects[1]?.object;
  assert.deepEqual(
    [note?.['created_at'], note?.['modified_at']],
    ['2025-07-01T11:00:00.000Z', '2025-07-02T11:00:00.000Z'],
  );
  const feed = await itemOf(
    '<wp:post_date_gmt>0000-00-00 00:00:00</wp:post_date_gmt><pubDate>Fri, 05 Sep 2008 19:39:12 +0200</pubDate>',
  );
  assert.equal(feed['created_at'], '2008-09-05T17:39:12.000Z');
  const own = await itemOf(
    '<wp:post_date>2026-01-02 08:34:05</wp:post_date><wp:post_modified>2026-01-03 05:30:00</wp:post_modified>',
    '<item><wp:status>draft</wp:status><wp:post_date>2026-01-01 00:00:00</wp:post_date><wp:post_date_gmt>2026-01-01 00:00:00</wp:post_date_gmt></item>',
  );
  assert.equal(own['modified_at'], '2026-01-03T00:00:00.000Z', 'half past five in the zone of the post');
});

test('the language of the export is the locale unless another was asked for', async () => {
  assert.equal((await itemOf('', '<language>pt_BR</language>'))['locale'], 'pt-br');
  assert.equal((await itemOf('', ''))['locale'], 'en-us');
  assert.equal((await itemOf('', '<language>no language at all</language>'))['locale'], 'en-us');
  const asked = await readSource(wxr, both(), { locale: 'de-de', isLocaleGiven: true });
  assert.equal(asked.objects[0]?.object['locale'], 'de-de');
});

test('ids, paths and titles of unusual exports', async () => {
  const byGuid = await itemOf('<wp:post_id/><guid isPermaLink="false">http://a.example/?p=19</guid>');
  assert.equal(byGuid['provider_id'], 'wp-19');
  assert.equal((await itemOf('<link>http://a.example//evil.example/x</link>'))['url'], '/evil.example/x');
  assert.equal((await itemOf('<link>/only/a/path?q=1#top</link>'))['url'], '/only/a/path?q=1');
  assert.equal(
    (await itemOf('<title><![CDATA[Cap &#038; <em>scarf</em>]]></title>'))['title'],
    'Cap & scarf',
  );
  const bare = await itemOf('<title/><wp:post_name>bare</wp:post_name>');
  assert.equal(bare['title'], 'bare');
});

test('an item that cannot be read is a fault with its line, element and value', async () => {
  assert.deepEqual(await faultOf('<wp:post_id>seven</wp:post_id>'), {
    line: 5,
    column: 'wp:post_id',
    fault: 'must be the number of the post',
    value: 'seven',
  });
  const link = await faultOf('<link>javascript:alert(1)</link>');
  assert.deepEqual([link.column, link.value, link.isEnd], ['link', 'javascript:alert(1)', undefined]);
  const date = await faultOf(
    '<wp:post_date_gmt>2026-02-30 00:00:00</wp:post_date_gmt><wp:post_date>yesterday</wp:post_date>',
  );
  assert.deepEqual([date.column, date.value], ['wp:post_date', 'yesterday']);
  const all = '<wp:post_id>x</wp:post_id><link>mailto:a</link><wp:post_date_gmt/>';
  const { faults } = await readSource(wxr, [textFile(exported(all))]);
  assert.deepEqual(
    faults.map(({ column }) => column),
    ['wp:post_id', 'link', 'wp:post_date'],
  );
  const title = await faultOf(`<title>${'x'.repeat(20_001)}</title>`);
  assert.deepEqual([title.column, title.fault], ['title', 'is longer than 20,000 characters: shorten it']);
});

test('ids have the site of the export, unless a prefix is given', async () => {
  const idOf = async (channel: string, target = {}) =>
    (await readSource(wxr, [textFile(exported('', channel))], target)).objects[0]?.object['provider_id'];
  for (const [channel, id] of [
    ['', 'wp-1'],
    ['<link/>', 'wp-1'],
    ['<link>ftp://a.example</link>', 'wp-1'],
    [
      '<link>http://www.A.example/</link><wp:base_blog_url>http://b.example</wp:base_blog_url>',
      'wp-a.example-1',
    ],
    ['<link>https://a.example</link>', 'wp-a.example-1'],
    ['<wp:base_blog_url>https://a.example/sub/blog/</wp:base_blog_url>', 'wp-a.example-sub-blog-1'],
    ['<image><link>https://b.example</link></image><link>https://a.example</link>', 'wp-a.example-1'],
  ] as const) {
    assert.equal(await idOf(channel), id, channel);
  }
  const ports = await Promise.all(
    ['8080', '8081'].map((port) => idOf(`<link>http://localhost:${port}</link>`)),
  );
  assert.match(ports.join(), /^wp-localhost-8080-[0-9a-f]{8}-1,wp-localhost-8081-[0-9a-f]{8}-1$/);
  assert.notEqual(
    await idOf('<link>http://a.example/b~c</link>'),
    await idOf('<link>http://a.example/b-c</link>'),
  );
  const long = String(await idOf(`<link>http://a.example/${'x'.repeat(500)}</link>`));
  assert.ok(long.length < 130, long);
  assert.equal(await idOf('<link>https://a.example</link>', { idPrefix: 'blog:' }), 'blog:1');
});

test('files of two sites are not one export', async () => {
  const channel = (host: string) => exported('', `<link>https://${host}</link>`);
  const { objects, faults } = await readSource(wxr, [
    textFile(channel('a.example'), 'one.xml'),
    textFile(channel('b.example'), 'two.xml'),
  ]);
  assert.deepEqual(objects, []);
  assert.deepEqual(faults, [
    {
      file: 'two.xml',
      line: 4,
      column: 'link',
      fault: 'is not the site of one.xml: import each site by itself',
      value: 'https://b.example',
      isEnd: true,
    },
  ]);
});

test('no catalog, no content', async () => {
  const { objects, faults } = await readSource(wxr, both(), { catalogId: undefined });
  assert.deepEqual([objects.length, faults.length, faults[0]?.isEnd], [0, 1, true]);
});

test('the result does not depend on how the file is cut into chunks', async () => {
  const whole = await readSource(wxr, both());
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 3_000 }), async (chunkChars) => {
      const cut = [textFile(first, 'one.xml', chunkChars), textFile(second, 'two.xml', chunkChars)];
      assert.deepEqual(await readSource(wxr, cut), whole);
    }),
    { numRuns: 20 },
  );
});

test('any text survives the way through XML, and any date is kept to the second', async () => {
  const text = fc
    .string({ unit: anyCharacter })
    .map((each) => each.replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, ' '));
  const escaped = (each: string) =>
    each.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const date = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });
  await fc.assert(
    fc.asyncProperty(text, date, async (author, created) => {
      const second = `${created.toISOString().slice(0, 19).replace('T', ' ')}`;
      const item = await itemOf(
        `<dc:creator>${escaped(author)}</dc:creator><wp:post_date_gmt>${second}</wp:post_date_gmt>`,
      );
      assert.equal(item['created_by'], author.trim() === '' ? null : author.trim());
      assert.equal(item['created_at'], `${created.toISOString().slice(0, 19)}.000Z`);
    }),
    { numRuns: 200 },
  );
});
