// A long list of forms that is searched in ever new ways, while one of them changes now and then.

import { tenantIdOf, WORKSPACE_ID } from '../../generate/catalog-bundle.ts';
import { vocabulary } from '../../generate/vocabulary.ts';
import { ATTACKER, type Attack, type HostileRequest } from '../attack.ts';

/** As many as a workspace may have by default. */
const FORMS = 10_000;
const FIELDS = 12;
const TURNS_PER_CHANGE = 50;
const SORTS = ['created_at', 'name', 'display_name'];
const LOCALES = ['en-us', 'de', 'fr'];

const wordAt = (number: number): string => vocabulary[number % vocabulary.length] as string;
const idOf = (number: number): string => `0190b009-0000-7000-8000-${String(number).padStart(12, '0')}`;

const form = (number: number, changes = 0) => ({
  name: `form-${number}`,
  display_name: `${wordAt(number * 7)} ${wordAt(number * 13 + changes)}`,
  description: `${wordAt(number)} ${wordAt(number + 1)} ${wordAt(number + 2)}`,
  created_at: '2026-01-02T03:04:05Z',
  localized: { de: { display_name: `${wordAt(number * 3)} ${wordAt(number * 5)}` } },
  fields: Array.from({ length: FIELDS }, (_, place) => ({
    name: `field_${place}`,
    label: `${wordAt(number + place)} ${wordAt(place)}`,
    help_text: `${wordAt(place * 3)} ${wordAt(place * 5)} ${wordAt(place * 7)}`,
    position: place,
  })),
});

export function* formLines(): Generator<string> {
  const scope = { kind: 'scope', tenant_id: tenantIdOf(ATTACKER), workspace_id: WORKSPACE_ID };
  yield `${JSON.stringify(scope)}\n`;
  for (let number = 0; number < FORMS; number += 1) {
    yield `${JSON.stringify({ kind: 'form', id: idOf(number), ...form(number) })}\n`;
  }
}

const change = (turn: number): HostileRequest => ({
  operation: 'manage-put-form',
  method: 'PUT',
  target: `/manage/v1/forms/${idOf(turn % FORMS)}`,
  body: JSON.stringify(form(turn % FORMS, turn)),
});

const list = (turn: number): HostileRequest => ({
  operation: 'list-forms',
  method: 'GET',
  target: `/apis/setting-service/public/v1/forms?search=${encodeURIComponent(wordAt(turn * 11).slice(0, 3))}&skip=${turn % 997}&sort_by=${SORTS[turn % 3]}&locale=${LOCALES[Math.floor(turn / 3) % 3]}`,
});

export const formAttacks: readonly Attack[] = [
  {
    id: 'm',
    name: `searches in a list of ${FORMS.toLocaleString('en')} forms that change`,
    clients: 4,
    bundle: formLines,
    next: (turn) => (turn % TURNS_PER_CHANGE === TURNS_PER_CHANGE - 1 ? change(turn) : list(turn)),
  },
];
