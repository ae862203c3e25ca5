// What the reference shows can be sent: the example of every operation, read from the page as its script does, is accepted.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Parser } from 'htmlparser2';
import { FORM_TYPE, formBody, formPart } from '../../../test/fixtures/form-body.ts';
import { buildFixture, CATALOG, scope, scoped, secrets } from '../../../test/fixtures/server-fixture.ts';
import { buildRequest, type SampleValue } from '../../pages/reference/sample-request.ts';

interface Shown {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly type: string | undefined;
  readonly values: SampleValue[];
  body: string | undefined;
}

const readOperations = (page: string): Shown[] => {
  const all: Shown[] = [];
  let isBody = false;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      const at = (key: string): string => attributes[`data-${key}`] ?? '';
      const current = all.at(-1);
      if (name === 'article' && at('method') !== '')
        all.push({
          id: attributes['id'] ?? '',
          method: at('method'),
          path: at('path'),
          type: attributes['data-type'],
          values: [],
          body: undefined,
        });
      else if (at('name') !== '' && attributes['data-required'] !== undefined)
        current?.values.push({
          name: at('name'),
          place: at('place') as SampleValue['place'],
          value: at('example'),
        });
      else if (name === 'details') isBody = attributes['class'] === 'body';
    },
    ontext: (text) => {
      const current = all.at(-1);
      if (isBody && current !== undefined) current.body = (current.body ?? '') + text;
    },
    onclosetag: (name) => {
      if (name === 'details') isBody = false;
    },
  });
  parser.end(page);
  return all.map(({ body, ...shown }) => ({ ...shown, body: body?.replace(/^Request body/, '') }));
};

test('the example of every operation is accepted', async () => {
  const { server } = buildFixture({}, { demo: { ...scope, catalogId: CATALOG } });
  const { body: page } = await server.app.inject('/reference');
  const operations = readOperations(page);
  assert.ok(operations.length > 100);
  const refused: string[] = [];
  for (const { id, values, body, ...operation } of operations) {
    const filled = values.map((value) => ({ ...value, value: value.value || 'k1' }));
    const request = buildRequest(operation, filled, body);
    const form = request.form?.map(([name, value]) =>
      formPart(name, value, name === 'file' ? 'file' : undefined),
    );
    const payload = form === undefined ? request.body : formBody(...form);
    const ask = (secret: string) =>
      server.app.inject({
        method: request.method as 'GET',
        url: request.target,
        headers: {
          ...{ ...scoped, ...Object.fromEntries(request.headers), authorization: `Bearer ${secret}` },
          ...(form === undefined ? {} : { 'content-type': FORM_TYPE }),
        },
        ...(payload === undefined ? {} : { payload }),
      });
    const responses = [await ask(secrets.full), await ask(secrets.operator)];
    if (!responses.some(({ statusCode }) => statusCode < 300))
      refused.push(
        `${id}: ${responses.map(({ statusCode, body: said }) => `${statusCode} ${said.slice(0, 200)}`).join(' | ')}`,
      );
  }
  assert.deepEqual(refused, []);
});
