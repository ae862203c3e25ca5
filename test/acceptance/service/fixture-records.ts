// Content models, records and pages of a workspace of the data set.

import {
  allPlaces,
  day,
  environments,
  hostOf,
  type Line,
  markOf,
  onlySlugOf,
  ownOf,
  type Place,
  shared,
  uuid,
  type Workspace,
} from './fixture-bundle.ts';

export const recordLines = (workspace: Workspace): Line[] => {
  const mark = markOf(workspace);
  const own = ownOf(workspace);
  const field = {
    field_properties: {
      internal_name: 'title',
      display_name: `Title ${mark}`,
      data_type: 'text',
      is_localized: true,
    },
    is_required: true,
  };
  const model = (id: string, internal_name: string, more = {}) => ({
    kind: 'content_model' as const,
    id,
    internal_name,
    name: `Model ${mark}`,
    description: `Described by ${mark}`,
    created_at: day(1),
    is_localization_enabled: true,
    fields: [field],
    localized: {
      de: { name: `Modell ${mark}`, description: `Beschrieben von ${mark}` },
      'de-at': { description: `Beschrieben in Wien von ${mark}` },
      'de-de': { name: `Modell de-de ${mark}` },
    },
    ...more,
  });
  const record = (id: string, of: string) => ({
    kind: 'record' as const,
    model: of,
    id,
    created_at: day(3),
    created_by: `Author ${mark}`,
  });
  const version = (
    record_id: string,
    id: string,
    number: number,
    texts: Readonly<Record<string, string>>,
  ) => ({
    kind: 'version' as const,
    record_id,
    id,
    number,
    name: `Version ${mark}`,
    created_at: day(3 + number),
    localized: Object.fromEntries(
      Object.entries(texts).map(([locale, title]) => [
        locale,
        { title: `${title} ${mark}`, page_slug: `/story/${locale}`, body: `Chronicle ${mark}` },
      ]),
    ),
  });
  const [first, second, third] = shared.versions;
  return [
    model(shared.model, shared.modelName, { act_as_web_page: true }),
    model(shared.plainModel, shared.plainModelName, { is_versionable: false, type: 'single' }),
    model(own.model, own.modelName, { act_as_web_page: true }),
    record(shared.record, shared.modelName),
    record(shared.secondRecord, shared.modelName),
    record(shared.plainRecord, shared.plainModelName),
    record(own.record, own.modelName),
    version(shared.record, first, 1, { 'en-us': 'Chronicle one', de: 'Chronik eins', fr: 'Chronique un' }),
    version(shared.record, second, 2, { 'en-us': 'Chronicle two', de: 'Chronik zwei' }),
    version(shared.record, third, 3, { de: 'Chronik drei' }),
    version(shared.record, own.versionOfShared, 4, { 'en-us': 'Chronicle own' }),
    version(shared.secondRecord, shared.secondVersion, 1, { 'en-us': 'Chronicle other' }),
    version(shared.plainRecord, shared.plainVersion, 1, { 'en-us': 'Settings' }),
    version(own.record, own.version, 1, { 'en-us': 'Chronicle diary' }),
    ...environments.map((environment_id) => ({
      kind: 'publication' as const,
      record_id: shared.record,
      environment_id,
      version_id: first,
      published_at: day(9),
    })),
  ];
};

/** A page for one environment only. */
export const onlyPageLines = (place: Place): Line[] => {
  const at = 7_100 + 2 * allPlaces.findIndex((other) => hostOf(other) === hostOf(place));
  const [record_id, version_id] = [uuid(at), uuid(at + 1)];
  const title = `Page of ${markOf(place)}`;
  return [
    { kind: 'record', model: shared.modelName, id: record_id, created_at: day(3) },
    {
      ...{ kind: 'version', record_id, id: version_id, number: 1, created_at: day(3) },
      localized: { 'en-us': { title, page_slug: onlySlugOf(place) } },
    },
    {
      ...{ kind: 'publication', record_id, version_id, environment_id: place.environment },
      published_at: day(9),
    },
  ];
};
