// The ten forms of the shop; the last one is limited to staging. Their fields are in `form-fields.ts`. Only some need
// a captcha, since a demo has none configured.
import type { FormLine } from './bundle-lines.ts';
import { buildFormFields } from './form-fields.ts';
import { stagingEnvironmentId } from './ids.ts';
import type { Text } from './text.ts';
import { uuidFrom } from './uuid.ts';

type FormSource = {
  readonly name: string;
  readonly display: Text;
  readonly description: string;
  readonly button: string;
  readonly hasCaptcha: boolean;
  readonly createdAt: string;
  readonly isStagingOnly?: true;
};

const forms: readonly FormSource[] = [
  {
    name: 'contact',
    display: ['Contact us', 'Kontakt aufnehmen', 'Nous contacter'],
    description: 'Questions about products, orders or anything else.',
    button: 'Send',
    hasCaptcha: false,
    createdAt: '2025-01-16T08:00:00Z',
  },
  {
    name: 'newsletter',
    display: ['Six letters a year', 'Sechs Briefe im Jahr', 'Six lettres par an'],
    description: 'Subscribe to the Fjordlight letter. Leave with one click.',
    button: 'Subscribe',
    hasCaptcha: true,
    createdAt: '2025-01-16T08:20:00Z',
  },
  {
    name: 'repair-request',
    display: ['Repair request', 'Reparaturanfrage', 'Demande de réparation'],
    description: 'Tell us what is broken and add a picture; we answer with an estimate within three days.',
    button: 'Ask for an estimate',
    hasCaptcha: false,
    createdAt: '2025-02-10T09:15:00Z',
  },
  {
    name: 'return-request',
    display: ['Return request', 'Rücksendeanfrage', 'Demande de retour'],
    description: 'Choose the pieces you want to send back and receive a label.',
    button: 'Get the label',
    hasCaptcha: false,
    createdAt: '2025-02-11T10:00:00Z',
  },
  {
    name: 'size-advice',
    display: ['Size advice', 'Größenberatung', 'Conseil de taille'],
    description: 'Give us four measurements and the piece you like; we recommend a size.',
    button: 'Ask',
    hasCaptcha: false,
    createdAt: '2025-05-06T12:30:00Z',
  },
  {
    name: 'trade-account',
    display: ['Open a trade account', 'Firmenkonto eröffnen', 'Ouvrir un compte professionnel'],
    description: 'For huts, guides and schools.',
    button: 'Apply',
    hasCaptcha: true,
    createdAt: '2026-02-03T11:00:00Z',
  },
  {
    name: 'event-registration',
    display: ['Join a Thursday evening', 'Zum Donnerstagabend anmelden', "S'inscrire à une soirée du jeudi"],
    description: 'Reserve a chair for talks and repair evenings in our shops.',
    button: 'Reserve a chair',
    hasCaptcha: false,
    createdAt: '2025-08-19T14:45:00Z',
  },
  {
    name: 'product-review',
    display: ['Write a review', 'Bewertung schreiben', 'Rédiger un avis'],
    description: 'Tell others how it held up. We publish every review that is about the product.',
    button: 'Publish',
    hasCaptcha: true,
    createdAt: '2025-06-24T07:50:00Z',
  },
  {
    name: 'letter-to-the-journal',
    display: ['Letter to the journal', 'Brief an das Journal', 'Lettre au journal'],
    description: 'A few lines and a picture from somewhere worth telling about.',
    button: 'Send the letter',
    hasCaptcha: false,
    createdAt: '2025-11-21T16:10:00Z',
  },
  {
    name: 'shop-reservation',
    display: ['Reserve in a shop', 'Im Laden zurücklegen', 'Réserver en magasin'],
    description: 'Set up to four pieces aside for three days.',
    button: 'Reserve',
    hasCaptcha: false,
    createdAt: '2026-10-26T13:25:00Z',
    isStagingOnly: true,
  },
];

export function buildForms(): FormLine[] {
  return forms.map((form) => ({
    kind: 'form',
    id: uuidFrom(`form:${form.name}`),
    name: form.name,
    display_name: form.display[0],
    description: form.description,
    submit_btn_txt: form.button,
    is_captcha_enabled: form.hasCaptcha,
    created_at: form.createdAt,
    environment_ids: form.isStagingOnly ? [stagingEnvironmentId] : null,
    localized: { 'de-de': { display_name: form.display[1] }, 'fr-fr': { display_name: form.display[2] } },
    fields: buildFormFields(form.name),
  }));
}
