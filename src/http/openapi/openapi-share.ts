// Moves what several operations have in common to one place: parameters of all methods of a path, and identical
// responses.

import { mapValues, type Schema } from '../../contract/schema-walk.ts';
import type { Components } from './openapi-components.ts';

/** The methods of one path; the parameters that all of them take are told of the path. */
export const shareParameters = (methods: Readonly<Record<string, Schema>>): Schema => {
  const textsOf = (operation: Schema): string[] =>
    (operation['parameters'] as readonly Schema[]).map((parameter) => JSON.stringify(parameter));
  const [first = [], ...others] = Object.values(methods).map(textsOf);
  const shared = first.filter((text) => others.every((texts) => texts.includes(text)));
  const withOwn = ({ parameters, ...operation }: Schema): Schema => {
    const own = (parameters as readonly Schema[]).filter((each) => !shared.includes(JSON.stringify(each)));
    return { ...operation, ...(own.length === 0 ? {} : { parameters: own }) };
  };
  return {
    ...(shared.length === 0 ? {} : { parameters: shared.map((text) => JSON.parse(text) as Schema) }),
    ...mapValues(methods, (operation) => withOwn(operation as Schema)),
  };
};

/** Puts a reference in place of a response that several operations have. It has the name of its schema. */
export const shareResponses = (operations: readonly Schema[], components: Components): Schema[] => {
  const counts = new Map<string, number>();
  for (const response of operations.flatMap(({ responses }) => Object.values(responses as Schema))) {
    const text = JSON.stringify(response);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const share = (response: Schema): Schema => {
    const name = nameOf(response);
    const isShared = (counts.get(JSON.stringify(response)) ?? 0) > 1;
    return name !== undefined && isShared ? components.keep('responses', name, response) : response;
  };
  return operations.map((operation) => ({
    ...operation,
    responses: mapValues(operation['responses'] as Schema, (response) => share(response as Schema)),
  }));
};

const nameOf = ({ content = {} }: { content?: Record<string, { schema?: { $ref?: string } }> }) =>
  Object.values(content)[0]?.schema?.$ref?.split('/').at(-1);
