// What of the environment was meant as a setting. Blank variables are unset: compose files and charts pass on what nobody filled in. And
// Kubernetes gives every container variables about each Service of its namespace: a Service called `vitrine`, or `vitrine-web`, has ours as a prefix.

/** `…_SERVICE_HOST`, `…_SERVICE_PORT`, `…_SERVICE_PORT_HTTP`, `…_PORT_80_TCP`, `…_PORT_80_TCP_ADDR`. */
const OF_A_SERVICE =
  /_(SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]+)?|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$/;
const ADDRESS = /^(tcp|udp|sctp):\/\//;

const isOfService = (name: string, value: string): boolean =>
  OF_A_SERVICE.test(name) || (name.endsWith('_PORT') && ADDRESS.test(value));

/** The variables with the prefix that are settings, or were to be. */
export const meantVariables = (
  prefix: string,
  environment: NodeJS.ProcessEnv,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] =>
        entry[0].startsWith(prefix) &&
        entry[1] !== undefined &&
        entry[1].trim() !== '' &&
        !isOfService(entry[0], entry[1]),
    ),
  );
