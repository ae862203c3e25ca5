// Records how long requests wait for the search index and the store, by wrapping the ports that use cases get. Adapters know nothing of it.

import type { OperationParts } from '../operations/all-operations.ts';
import type { Traces } from './traces.ts';

export const tracePorts = (parts: OperationParts, traces: Traces): OperationParts => {
  const store = <T extends object>(port: T): T => tracePort(port, 'store', traces);
  const inScope = <S extends object, T extends object>(open: (scope: S) => T): ((scope: S) => T) => {
    // Requests of a caller share one scope object.
    const known = new WeakMap<S, T>();
    return (scope) => {
      const traced = known.get(scope) ?? store(open(scope));
      known.set(scope, traced);
      return traced;
    };
  };
  return {
    ...parts,
    searchIndex: tracePort(parts.searchIndex, 'search', traces),
    recordsIn: inScope(parts.recordsIn),
    publisher: store(parts.publisher),
    records: store(parts.records),
    resources: store(parts.resources),
    submissions: store(parts.submissions),
    eventStore: store(parts.eventStore),
    searchReports: store(parts.searchReports),
    tokens: store(parts.tokens),
  };
};

/** The same object, each of whose methods is recorded as `prefix method`. */
const tracePort = <T extends object>(port: T, prefix: string, traces: Traces): T => {
  const methods = new Map<string | symbol, unknown>();
  return new Proxy(port, {
    get: (target, name) => {
      const known = methods.get(name);
      if (known !== undefined) return known;
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      const label = `${prefix} ${String(name)}`;
      const traced = (...args: unknown[]): unknown =>
        traces.record(label, () => Reflect.apply(value, target, args));
      methods.set(name, traced);
      return traced;
    },
  });
};
