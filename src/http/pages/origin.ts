// The address under which a reader reached the service, to be shown on a page and pasted into a shell. It comes from the request,
// so anything but a plain host and port is left out.

import type { FastifyRequest } from 'fastify';

const HOST = /^(?:[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;
const UNKNOWN_HOST = 'localhost';

export const originOf = ({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>): string =>
  `${protocol === 'https' ? 'https' : 'http'}://${HOST.test(host) ? host.toLowerCase() : UNKNOWN_HOST}`;
