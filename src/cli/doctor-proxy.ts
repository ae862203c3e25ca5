// Whether the address, the host and the protocol of clients arrive through the proxy. The running service is asked over its public
// address; only whoever has the secret of the installation gets an answer. Nothing is changed.

import { networkInterfaces } from 'node:os';
import {
  ANSWER_HEADER,
  askWhatIsSeen,
  openAnswer,
  QUESTION_HEADER,
  type SeenRequest,
} from '../operations/access/seen-request.ts';
import { type Finding, ok } from './finding.ts';

const RESPONSE_MAX_MS = 10_000;
/** Reserved for documentation (RFC 5737, RFC 6761): nobody has them. */
const FALSE_ADDRESS = '192.0.2.1';
const FALSE_HOST = 'doctor.invalid';

export const checkProxy = async (url: URL, secret: Buffer | undefined): Promise<Finding[]> => {
  if (secret === undefined) {
    return [
      finding(
        'problem',
        'The data folder has no visitor.secret, so the service cannot be asked',
        'run the doctor where the service runs, with its variables',
      ),
    ];
  }
  const seen = await ask(url, secret, {});
  if ('fault' in seen) return [seen.fault];
  const forged = await ask(url, secret, {
    'x-forwarded-for': FALSE_ADDRESS,
    'x-forwarded-host': FALSE_HOST,
  });
  if ('fault' in forged) return [forged.fault];
  const findings = [...describeSeen(url, seen, ownAddresses()), ...describeForged(forged)];
  return findings.length > 0
    ? findings
    : [
        ok(
          'proxy',
          `Over ${url.origin}, the service sees the client ${seen.address}, the host ${seen.host} and ${seen.protocol}`,
        ),
      ];
};

const finding = (severity: Finding['severity'], message: string, advice: string): Finding => ({
  check: 'proxy',
  severity,
  message,
  advice,
});

const ask = async (
  url: URL,
  secret: Buffer,
  headers: Readonly<Record<string, string>>,
): Promise<SeenRequest | { readonly fault: Finding }> => {
  const question = askWhatIsSeen(secret, Date.now());
  const address = new URL(`${url.pathname.replace(/\/+$/, '')}/healthz`, url);
  let response: Response;
  try {
    response = await fetch(address, {
      headers: { ...headers, [QUESTION_HEADER]: question },
      redirect: 'manual',
      signal: AbortSignal.timeout(RESPONSE_MAX_MS),
    });
    await response.body?.cancel();
  } catch (error) {
    const { cause = error } = error as { cause?: unknown };
    const why = cause instanceof Error ? cause.message : String(cause);
    const advice = 'check the address, its certificate, and that the proxy and the service run';
    return { fault: finding('problem', `${address.href} cannot be asked: ${why}`, advice) };
  }
  const seen = openAnswer(secret, question, response.headers.get(ANSWER_HEADER) ?? '');
  if (seen !== undefined) return seen;
  return {
    fault: finding(
      'problem',
      `${address.href} answered with status ${response.status}, but not as a service of this installation`,
      `give the address of the service and run the doctor with its data folder or database; the proxy must pass the headers ${QUESTION_HEADER} and ${ANSWER_HEADER}, and the clocks must agree`,
    ),
  };
};

/** `own`: the addresses of this machine. */
export const describeSeen = (url: URL, seen: SeenRequest, own: ReadonlySet<string>): Finding[] => {
  const { address, peer, host, protocol, isForwarded } = seen;
  const findings: Finding[] = [];
  const trust = `set VITRINE_TRUST_PROXY to the address of the proxy, ${peer}`;
  if (isForwarded && address === peer) {
    findings.push(
      finding('warning', `The service takes the proxy ${peer} for the client, whoever asks`, trust),
    );
  } else if (!isForwarded && !own.has(address)) {
    findings.push(
      finding(
        'note',
        `The service sees the client ${address}, which is no address of this machine`,
        'if it is that of a proxy, have it send X-Forwarded-For; otherwise nothing',
      ),
    );
  }
  if (host.toLowerCase() !== url.host) {
    findings.push(
      finding(
        'warning',
        `The service sees the host ${host}, not ${url.host}: requests without headers go to the domain of that host`,
        `have the proxy pass the Host header or send X-Forwarded-Host, and ${trust}`,
      ),
    );
  }
  if (`${protocol}:` !== url.protocol) {
    findings.push(
      finding(
        'warning',
        `The service sees ${protocol} for a request over ${url.protocol.slice(0, -1)}: links on its pages are wrong`,
        `have the proxy send X-Forwarded-Proto, and ${trust}`,
      ),
    );
  }
  return findings;
};

/** Of a request that claims to come from elsewhere. */
export const describeForged = ({ address, host }: SeenRequest): Finding[] => {
  const findings: Finding[] = [];
  if (address === FALSE_ADDRESS) {
    findings.push(
      finding(
        'problem',
        'The service believes the X-Forwarded-For of any client: everyone chooses their address, and escapes limits',
        'set VITRINE_TRUST_PROXY to the addresses of the proxies, and have the first one replace the header',
      ),
    );
  }
  if (host === FALSE_HOST) {
    findings.push(
      finding(
        'problem',
        'The service believes the X-Forwarded-Host of any client: everyone chooses the domain',
        'have the proxy set or remove X-Forwarded-Host',
      ),
    );
  }
  return findings;
};

const ownAddresses = (): ReadonlySet<string> =>
  new Set(
    Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .flatMap(({ address }) => [address, `::ffff:${address}`]),
  );
