// Operation 5 on the wire: publishes versions of a record to environments. Needs a `full` token. Elements succeed or fail independently.

import { Type } from 'typebox';
import { TOO_MANY } from '../common-failures.ts';
import { defineOperation } from '../operation.ts';
import { closedObject, identifier, locale, namedObject } from '../values.ts';
import { idempotencyHeader, VERSIONS_PATH } from './record-shapes.ts';

export const PUBLISH_ELEMENTS_MAX = 100;

export const publishVersions = defineOperation({
  name: 'publish-versions',
  tag: 'Records',
  method: 'PATCH',
  path: `${VERSIONS_PATH}/publish`,
  envelope: 'wrapped',
  scope: 'headers',
  access: 'full',
  summary: 'Publish record versions',
  description:
    'Each element publishes one version of the record to one environment. All accepted elements are committed in one transaction before the response is sent. An element that fails does not stop the others.',
  params: closedObject({
    modelInternalName: Type.String({ description: 'Internal name of the content model.' }),
    contentModelDataId: Type.String({ description: 'Id of the record to publish.' }),
  }),
  ignoresUnknownQuery: true,
  query: closedObject({ locale: Type.Optional(locale()) }),
  headers: closedObject(idempotencyHeader),
  body: namedObject('PublishRequest', {
    version_data: Type.Array(
      namedObject('PublishElement', {
        environment_id: identifier('Environment to publish to. Each environment may appear only once.'),
        version_id: identifier('Version to publish there.'),
      }),
      { minItems: 1, maxItems: PUBLISH_ELEMENTS_MAX },
    ),
  }),
  success: namedObject('PublishResult', {
    success: Type.Array(Type.String(), {
      description: 'Ids of the versions that succeeded, in request order.',
    }),
    failures: Type.Array(Type.String(), {
      description: 'Ids of the versions that failed, in request order.',
    }),
    failure_details: Type.Array(
      namedObject('PublishFailure', {
        environment_id: Type.String(),
        version_id: Type.String(),
        code: Type.Enum(['environment_not_found', 'version_not_found', 'locale_not_found']),
        message: Type.String(),
      }),
    ),
  }),
  successDescription: 'The versions that were published and those that failed.',
  requestExample: {
    version_data: [{ environment_id: 'PRODUCTION-1', version_id: '5f0c8f5e-8f3c-4a53-8f53-5b1c56b1d7aa' }],
  },
  successExample: { success: ['5f0c8f5e-8f3c-4a53-8f53-5b1c56b1d7aa'], failures: [], failure_details: [] },
  failures: {
    400: 'The request cannot be parsed or validated, or an environment is repeated.',
    401: 'No token was sent, or it is not valid.',
    403: 'The token is for another scope, or it may only read.',
    404: 'The model or the record does not exist in this scope.',
    409: 'The model is not versionable, or the idempotency key was used with another request.',
    413: 'The request body is too large.',
    429: TOO_MANY,
    500: 'Unexpected error.',
    503: 'The service is temporarily unavailable. Try again after `Retry-After` seconds.',
  },
});
