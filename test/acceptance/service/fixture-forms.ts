// Forms and popular terms of a workspace of the data set.

import {
  day,
  FORMS,
  type Line,
  markOf,
  POPULAR_TERMS,
  PRODUCTION,
  STAGING,
  shared,
  uuid,
  type Workspace,
} from './fixture-bundle.ts';

const formFields = (mark: string) => [
  { name: 'email', label: `E-mail ${mark}`, type: 'email', is_required: true },
  { name: 'message', label: 'Message', type: 'textarea' },
  { name: 'amount', label: 'Amount', type: 'number', validation: { min: 1, max: 10 } },
];

export const formLines = (workspace: Workspace): Line[] => {
  const mark = markOf(workspace);
  const form = (number: number, name: string, display_name: string, more = {}) => ({
    kind: 'form' as const,
    id: uuid(40 + number),
    name,
    display_name: `${display_name} ${mark}`,
    description: `Form of ${mark}`,
    submit_btn_txt: 'Send',
    created_at: day(1 + (number % 3)),
    ...more,
  });
  return [
    ...Array.from({ length: FORMS - 2 }, (_, index) =>
      form(index, `form-${index % 4}`, ['Café visit', 'Contact'][index % 2] ?? '', {
        ...(index === 0 ? { fields: formFields(mark) } : {}),
      }),
    ),
    form(FORMS - 2, 'localized', 'Callback', {
      is_captcha_enabled: true,
      localized: {
        de: { display_name: `Rückruf ${mark}`, submit_btn_txt: 'Senden' },
        'de-at': { submit_btn_txt: 'Abschicken' },
      },
    }),
    form(FORMS - 1, 'here', 'Onlyproduction', { environment_ids: [PRODUCTION] }),
    form(FORMS, 'there', 'Onlystaging', { environment_ids: [STAGING] }),
    ...Array.from({ length: POPULAR_TERMS }, (_, index) => ({
      kind: 'popular_term' as const,
      catalog_id: shared.catalog,
      rank: index + 1,
      term: `term ${String.fromCharCode(108 - index)} ${mark}`,
    })),
  ];
};
