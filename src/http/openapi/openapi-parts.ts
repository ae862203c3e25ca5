// The description is served in two parts, one for storefronts and one for management, so that nobody has to load both. Each is
// complete by itself. Both are taken from one description of everything, so a name means the same in both.

import { isSchema, mapValues, type Schema } from '../../contract/schema-walk.ts';

export interface OpenApiPart {
  /** Where the service serves it. */
  readonly path: string;
  /** The committed copy. */
  readonly file: URL;
  readonly title: string;
  readonly summary: string;
  /** By the path of an operation. */
  has(path: string): boolean;
}

const SERVICE_PATHS: ReadonlySet<string> = new Set(['/', '/healthz', '/readyz', '/metrics']);
const isManaged = (path: string): boolean => path.startsWith('/manage/') || SERVICE_PATHS.has(path);

export const openApiParts = [
  {
    path: '/openapi.json',
    file: new URL('../../../openapi.json', import.meta.url),
    title: 'Vitrine',
    summary: 'What storefronts ask and send, and what editors do with records.',
    has: (path) => !isManaged(path),
  },
  {
    path: '/openapi-management.json',
    file: new URL('../../../openapi-management.json', import.meta.url),
    title: 'Vitrine management',
    summary: 'The management interface, and the routes that operators use.',
    has: isManaged,
  },
] as const satisfies readonly OpenApiPart[];

/** Of the whole description: the operations of a part, and only what these refer to. */
export const takePart = (whole: Schema, part: OpenApiPart): Schema => {
  const { info, tags, paths, components } = whole as Readonly<
    Record<'info' | 'paths' | 'components', Schema>
  > & {
    readonly tags: readonly { readonly name: string }[];
  };
  const ownPaths = filterMembers(paths, (path) => part.has(path));
  const used = findReferences(ownPaths, whole);
  const tagged = new Set(listOperations(ownPaths).flatMap((operation) => operation['tags']));
  return {
    ...whole,
    info: { title: part.title, summary: part.summary, ...info },
    tags: tags.filter(({ name }) => tagged.has(name)),
    paths: ownPaths,
    components: mapValues(components, (section, name) =>
      name === 'securitySchemes'
        ? section
        : filterMembers(section as Schema, (member) => used.has(`#/components/${name}/${member}`)),
    ),
    externalDocs: otherPart(part),
  };
};

const otherPart = (part: OpenApiPart): Schema => {
  const other = openApiParts.find(({ path }) => path !== part.path);
  return { url: other?.path, description: other?.summary };
};

const filterMembers = (object: Schema, isWanted: (name: string) => boolean): Schema =>
  Object.fromEntries(Object.entries(object).filter(([name]) => isWanted(name)));

const listOperations = (paths: Schema): Schema[] =>
  Object.values(paths).flatMap((methods) => Object.values(methods as Schema).filter(isSchema));

/** All that a value refers to, and what that refers to in turn. */
const findReferences = (value: unknown, whole: Schema): ReadonlySet<string> => {
  const found = new Set<string>();
  const visit = (within: unknown): void => {
    if (typeof within !== 'object' || within === null) return;
    for (const [key, member] of Object.entries(within)) {
      if (key !== '$ref' || typeof member !== 'string') visit(member);
      else if (!found.has(member)) {
        found.add(member);
        visit(followReference(member, whole));
      }
    }
  };
  visit(value);
  return found;
};

const followReference = (reference: string, whole: Schema): unknown =>
  reference
    .slice('#/'.length)
    .split('/')
    .reduce<unknown>((at, key) => (isSchema(at) ? at[key] : undefined), whole);
