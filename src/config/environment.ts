// Which environment variables are settings. Blank ones count as unset, because compose files and charts pass on variables
// that nobody filled in. Variables that Kubernetes sets about a Service called `vitrine` or `vitrine-web` share our prefix and are ignored.

/** `…_SERVICE_HOST`, `…_SERVICE_PORT`, `…_SERVICE_PORT_HTTP`, `…_PORT_80_TCP`, `…_PORT_80_TCP_ADDR`. */
const SERVICE_VARIABLE =
  /_(SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]+)?|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$/;
const ADDRESS = /^(tcp|udp|sctp):\/\//;

const isServiceVariable = (name: string, value: string): boolean =>
  SERVICE_VARIABLE.test(name) || (name.endsWith('_PORT') && ADDRESS.test(value));

/** The variables with the prefix that are settings, or misspelt ones. */
export const settingsIn = (
  prefix: string,
  environment: NodeJS.ProcessEnv,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] =>
        entry[0].startsWith(prefix) &&
        entry[1] !== undefined &&
        entry[1].trim() !== '' &&
        !isServiceVariable(entry[0], entry[1]),
    ),
  );
