// Reads the scope of a request from the scoping headers, or from its host. Whether that scope exists is not checked here:
// each operation responds to an unknown one with its own "not found". An id that the request does not name is empty, and no
// object has an empty id.

import type { IncomingMessage } from 'node:http';
import type { ScopeSource } from '../../contract/operation.ts';
import { IDENTIFIER_MAX_CHARS } from '../../contract/values.ts';
import type { Scope } from '../../domain/access/scope.ts';
import { domainNotFound, invalidInput, missingHeader } from '../../domain/failures/failures.ts';
import type { Directory } from '../../domain/ports.ts';
import { isBlankText } from '../../domain/text/blank.ts';
import type { Exchange } from '../wire/exchange.ts';
import { normalizeHost } from '../wire/host.ts';
import { findRepeated, headerText } from '../wire/raw-headers.ts';

export const scopeHeaders = ['x-tenant-id', 'x-workspace-id', 'x-environment-id'] as const;

const watched: ReadonlySet<string> = new Set([...scopeHeaders, 'host']);

export const readScope = async (
  { request, host: sentTo }: Pick<Exchange, 'request' | 'host'>,
  source: ScopeSource,
  directory: Directory,
): Promise<Scope> => {
  const repeated = findRepeated(request, watched);
  if (repeated !== undefined) {
    throw invalidInput('repeated', repeated, `The header ${repeated} is sent more than once`);
  }
  if (source === 'none') {
    return { tenantId: '', workspaceId: '', environmentId: '' };
  }
  if (source === 'workspace') {
    return {
      tenantId: readId(request, 'x-tenant-id'),
      workspaceId: readId(request, 'x-workspace-id'),
      environmentId: '',
    };
  }
  const isAnySent = scopeHeaders.some((name) => request.headers[name] !== undefined);
  if (source === 'headers' || isAnySent) {
    return {
      tenantId: readId(request, 'x-tenant-id'),
      workspaceId: readId(request, 'x-workspace-id'),
      environmentId: readId(request, 'x-environment-id'),
    };
  }
  const host = normalizeHost(sentTo);
  const scope = host === undefined ? undefined : await directory.findDomain(host);
  if (scope === undefined) {
    throw domainNotFound();
  }
  return scope;
};

const readId = (request: IncomingMessage, name: (typeof scopeHeaders)[number]): string => {
  const value = headerText(request, name);
  if (value === undefined) {
    throw missingHeader(name);
  }
  if (isBlankText(value)) {
    throw invalidInput('blank_value', name, `The header ${name} is blank`);
  }
  if (value.includes('\0')) {
    throw invalidInput('invalid_character', name, `The header ${name} holds a character that is not allowed`);
  }
  if (value.length > IDENTIFIER_MAX_CHARS) {
    throw invalidInput(
      'too_long',
      name,
      `The header ${name} is longer than ${IDENTIFIER_MAX_CHARS} characters`,
    );
  }
  return value;
};
