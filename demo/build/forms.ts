// The ten forms of the shop; the last one is limited to staging. Their fields are in `form-fields.ts`. Only some need
// a captcha, since a demo has none configured.
import type { FormLine } from './bundle-lines.ts';
import { buildFormFields } from './form-fields.ts';
import { stagingEnvironmentId } from './ids.ts';
import type { Locale, Text } from './text.ts';
import { textIn } from './text.ts';
import { uuidFrom } from './uuid.ts';

type FormSource = {
  readonly name: string;
  readonly display: Text;
  readonly description: Text;
  readonly button: Text;
  readonly hasCaptcha: boolean;
  readonly createdAt: string;
  readonly isStagingOnly?: true;
};

const forms: readonly FormSource[] = [
  {
    name: 'contact',
    display: ['Contact us', 'Kontakt aufnehmen', 'Nous contacter'],
    description: [
      'Questions about products, orders or anything else.',
      'Fragen zu Produkten, Bestellungen oder allem anderen.',
      'Une question sur un produit, une commande ou tout autre sujet.',
    ],
    button: ['Send', 'Senden', 'Envoyer'],
    hasCaptcha: false,
    createdAt: '2025-01-16T08:00:00Z',
  },
  {
    name: 'newsletter',
    display: ['Six letters a year', 'Sechs Briefe im Jahr', 'Six lettres par an'],
    description: [
      'Subscribe to the Fjordlight letter. Leave with one click.',
      'Den Brief von Fjordlight abonnieren. Ein Klick genügt, um ihn abzubestellen.',
      'Recevez la lettre de Fjordlight. Un clic suffit pour vous désabonner.',
    ],
    button: ['Subscribe', 'Abonnieren', "S'abonner"],
    hasCaptcha: true,
    createdAt: '2025-01-16T08:20:00Z',
  },
  {
    name: 'repair-request',
    display: ['Repair request', 'Reparaturanfrage', 'Demande de réparation'],
    description: [
      'Tell us what is broken and add a picture; we answer with an estimate within three days.',
      'Schreiben Sie uns, was kaputt ist, und fügen Sie ein Bild hinzu; innerhalb von drei Tagen kommt ein Kostenvoranschlag.',
      'Dites-nous ce qui est cassé et joignez une photo ; nous répondons par un devis sous trois jours.',
    ],
    button: ['Ask for an estimate', 'Kostenvoranschlag anfragen', 'Demander un devis'],
    hasCaptcha: false,
    createdAt: '2025-02-10T09:15:00Z',
  },
  {
    name: 'return-request',
    display: ['Return request', 'Rücksendeanfrage', 'Demande de retour'],
    description: [
      'Choose the pieces you want to send back and receive a label.',
      'Wählen Sie die Teile, die Sie zurücksenden möchten, und erhalten Sie ein Etikett.',
      'Choisissez les pièces à renvoyer et recevez une étiquette.',
    ],
    button: ['Get the label', 'Etikett anfordern', "Obtenir l'étiquette"],
    hasCaptcha: false,
    createdAt: '2025-02-11T10:00:00Z',
  },
  {
    name: 'size-advice',
    display: ['Size advice', 'Größenberatung', 'Conseil de taille'],
    description: [
      'Give us four measurements and the piece you like; we recommend a size.',
      'Nennen Sie uns vier Maße und das Teil, das Ihnen gefällt; wir empfehlen eine Größe.',
      'Donnez-nous quatre mesures et la pièce qui vous plaît ; nous vous conseillons une taille.',
    ],
    button: ['Ask', 'Fragen', 'Demander'],
    hasCaptcha: false,
    createdAt: '2025-05-06T12:30:00Z',
  },
  {
    name: 'trade-account',
    display: ['Open a trade account', 'Firmenkonto eröffnen', 'Ouvrir un compte professionnel'],
    description: [
      'For huts, guides and schools.',
      'Für Hütten, Bergführer und Schulen.',
      'Pour les refuges, les guides et les écoles.',
    ],
    button: ['Apply', 'Beantragen', 'Faire la demande'],
    hasCaptcha: true,
    createdAt: '2026-02-03T11:00:00Z',
  },
  {
    name: 'event-registration',
    display: ['Join a Thursday evening', 'Zum Donnerstagabend anmelden', "S'inscrire à une soirée du jeudi"],
    description: [
      'Reserve a chair for talks and repair evenings in our shops.',
      'Reservieren Sie einen Stuhl für Vorträge und Reparaturabende in unseren Läden.',
      'Réservez une chaise pour les causeries et les soirées de réparation dans nos magasins.',
    ],
    button: ['Reserve a chair', 'Stuhl reservieren', 'Réserver une chaise'],
    hasCaptcha: false,
    createdAt: '2025-08-19T14:45:00Z',
  },
  {
    name: 'product-review',
    display: ['Write a review', 'Bewertung schreiben', 'Rédiger un avis'],
    description: [
      'Tell others how it held up. We publish every review that is about the product.',
      'Erzählen Sie anderen, wie es sich bewährt hat. Wir veröffentlichen jede Bewertung, die vom Produkt handelt.',
      'Racontez comment il a tenu. Nous publions chaque avis qui parle du produit.',
    ],
    button: ['Publish', 'Veröffentlichen', 'Publier'],
    hasCaptcha: true,
    createdAt: '2025-06-24T07:50:00Z',
  },
  {
    name: 'letter-to-the-journal',
    display: ['Letter to the journal', 'Brief an das Journal', 'Lettre au journal'],
    description: [
      'A few lines and a picture from somewhere worth telling about.',
      'Ein paar Zeilen und ein Bild von einem Ort, von dem sich zu erzählen lohnt.',
      "Quelques lignes et une photo d'un endroit qui mérite d'être raconté.",
    ],
    button: ['Send the letter', 'Brief absenden', 'Envoyer la lettre'],
    hasCaptcha: false,
    createdAt: '2025-11-21T16:10:00Z',
  },
  {
    name: 'shop-reservation',
    display: ['Reserve in a shop', 'Im Laden zurücklegen', 'Réserver en magasin'],
    description: [
      'Set up to four pieces aside for three days.',
      'Bis zu vier Teile für drei Tage zurücklegen.',
      "Mettez jusqu'à quatre pièces de côté pendant trois jours.",
    ],
    button: ['Reserve', 'Zurücklegen', 'Réserver'],
    hasCaptcha: false,
    createdAt: '2026-10-26T13:25:00Z',
    isStagingOnly: true,
  },
];

function textsIn(locale: Locale, { display, description, button }: FormSource) {
  return {
    display_name: textIn(display, locale),
    description: textIn(description, locale),
    submit_btn_txt: textIn(button, locale),
  };
}

export function buildForms(): FormLine[] {
  return forms.map((form) => ({
    kind: 'form',
    id: uuidFrom(`form:${form.name}`),
    name: form.name,
    display_name: form.display[0],
    description: form.description[0],
    submit_btn_txt: form.button[0],
    is_captcha_enabled: form.hasCaptcha,
    created_at: form.createdAt,
    environment_ids: form.isStagingOnly ? [stagingEnvironmentId] : null,
    localized: { 'de-de': textsIn('de-de', form), 'fr-fr': textsIn('fr-fr', form) },
    fields: buildFormFields(form.name),
  }));
}
