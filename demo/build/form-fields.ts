// What each form of the shop asks, in the three languages. Forms that take no answers are not here.

import type { FormFieldLine } from './bundle-lines.ts';
import type { Text } from './text.ts';

type Choice = readonly [value: string, text: Text];

type FieldSource = {
  readonly name: string;
  readonly label: Text;
  readonly type: FormFieldLine['type'];
  readonly isOptional?: true;
  readonly choices?: readonly Choice[];
  readonly validation?: FormFieldLine['validation'];
  readonly help?: Text;
};

const email: FieldSource = {
  name: 'email',
  label: ['E-mail', 'E-Mail', 'E-mail'],
  type: 'email',
  help: ['Only to answer you.', 'Nur um Ihnen zu antworten.', 'Uniquement pour vous répondre.'],
};

const fullName: FieldSource = {
  name: 'name',
  label: ['Name', 'Name', 'Nom'],
  type: 'text',
  validation: { max_length: 120 },
};

const orderNumber: FieldSource = {
  name: 'order_number',
  label: ['Order number', 'Bestellnummer', 'Numéro de commande'],
  type: 'text',
  isOptional: true,
  validation: { pattern: 'FL-\\d{6}' },
  help: ['Such as FL-204518.', 'Zum Beispiel FL-204518.', 'Par exemple FL-204518.'],
};

const message = (label: Text): FieldSource => ({
  name: 'message',
  label,
  type: 'textarea',
  validation: { min_length: 10, max_length: 4_000 },
});

const consent: FieldSource = {
  name: 'consent',
  label: [
    'I agree to be written to',
    'Ich bin einverstanden, Post zu bekommen',
    "J'accepte de recevoir du courrier",
  ],
  type: 'checkbox',
};

const shop: FieldSource = {
  name: 'shop',
  label: ['Shop', 'Laden', 'Magasin'],
  type: 'select',
  choices: [
    ['oslo', ['Oslo', 'Oslo', 'Oslo']],
    ['hamburg', ['Hamburg', 'Hamburg', 'Hambourg']],
    ['lyon', ['Lyon', 'Lyon', 'Lyon']],
    ['portland', ['Portland', 'Portland', 'Portland']],
  ],
};

const measure = (name: string, label: Text): FieldSource => ({
  name,
  label,
  type: 'number',
  validation: { min: 20, max: 250 },
  help: ['In centimetres.', 'In Zentimetern.', 'En centimètres.'],
});

const fieldsOf: Readonly<Record<string, readonly FieldSource[]>> = {
  contact: [
    fullName,
    email,
    {
      name: 'topic',
      label: ['What is it about?', 'Worum geht es?', "De quoi s'agit-il ?"],
      type: 'select',
      choices: [
        ['order', ['An order', 'Eine Bestellung', 'Une commande']],
        ['product', ['A product', 'Ein Produkt', 'Un produit']],
        ['other', ['Something else', 'Etwas anderes', 'Autre chose']],
      ],
    },
    orderNumber,
    message(['Message', 'Nachricht', 'Message']),
  ],
  newsletter: [
    email,
    {
      name: 'interests',
      label: ['Interests', 'Interessen', "Centres d'intérêt"],
      type: 'multi_select',
      isOptional: true,
      choices: [
        ['trips', ['Trips', 'Touren', 'Randonnées']],
        ['repair', ['Repairing', 'Reparieren', 'Réparer']],
        ['offers', ['Offers', 'Angebote', 'Offres']],
      ],
    },
    consent,
  ],
  'repair-request': [
    fullName,
    email,
    { name: 'product', label: ['Product', 'Produkt', 'Produit'], type: 'text' },
    {
      name: 'bought_on',
      label: ['Bought on', 'Gekauft am', 'Acheté le'],
      type: 'date',
      isOptional: true,
      validation: { min: '1990-01-01' },
    },
    {
      name: 'picture_url',
      label: ['Link to a picture', 'Link zu einem Bild', 'Lien vers une photo'],
      type: 'url',
      isOptional: true,
    },
    message(['What is broken?', 'Was ist kaputt?', "Qu'est-ce qui est cassé ?"]),
  ],
  'return-request': [
    email,
    {
      name: 'order_number',
      label: orderNumber.label,
      type: 'text',
      validation: { pattern: 'FL-\\d{6}' },
    },
    {
      name: 'reason',
      label: ['Reason', 'Grund', 'Raison'],
      type: 'select',
      isOptional: true,
      choices: [
        ['size', ['Does not fit', 'Passt nicht', 'Ne va pas']],
        ['quality', ['Is damaged', 'Ist beschädigt', 'Est abîmé']],
        ['mind', ['Changed my mind', 'Anders überlegt', "J'ai changé d'avis"]],
      ],
    },
  ],
  'size-advice': [
    email,
    { name: 'product', label: ['Product', 'Produkt', 'Produit'], type: 'text' },
    measure('height_cm', ['Height', 'Größe', 'Taille']),
    measure('chest_cm', ['Chest', 'Brust', 'Poitrine']),
    measure('waist_cm', ['Waist', 'Bund', 'Tour de taille']),
    measure('arm_cm', ['Arm', 'Arm', 'Bras']),
  ],
  'trade-account': [
    { name: 'company_name', label: ['Company', 'Firma', 'Entreprise'], type: 'text' },
    { name: 'company_site', label: ['Web page', 'Webseite', 'Site web'], type: 'url', isOptional: true },
    { name: 'phone', label: ['Telephone', 'Telefon', 'Téléphone'], type: 'tel' },
    email,
  ],
  'event-registration': [
    fullName,
    email,
    shop,
    {
      name: 'chairs',
      label: ['Chairs', 'Stühle', 'Chaises'],
      type: 'number',
      validation: { min: 1, max: 4 },
    },
  ],
  'product-review': [
    fullName,
    { name: 'product', label: ['Product', 'Produkt', 'Produit'], type: 'text' },
    { name: 'stars', label: ['Stars', 'Sterne', 'Étoiles'], type: 'number', validation: { min: 1, max: 5 } },
    message(['Review', 'Bewertung', 'Avis']),
  ],
  'letter-to-the-journal': [fullName, email, message(['Letter', 'Brief', 'Lettre'])],
  'shop-reservation': [
    fullName,
    { name: 'phone', label: ['Telephone', 'Telefon', 'Téléphone'], type: 'tel', isOptional: true },
    email,
    shop,
    message(['Pieces', 'Stücke', 'Pièces']),
  ],
};

export function buildFormFields(form: string): FormFieldLine[] {
  return (fieldsOf[form] ?? []).map((source, position) => ({
    name: source.name,
    label: source.label[0],
    type: source.type,
    is_required: source.isOptional !== true,
    options: (source.choices ?? []).map(([value, text]) => ({ value, label: text[0] })),
    validation: source.validation ?? {},
    help_text: source.help?.[0] ?? '',
    position,
    localized: { 'de-de': textsIn(source, 1), 'fr-fr': textsIn(source, 2) },
  }));
}

function textsIn(source: FieldSource, language: 1 | 2) {
  return {
    label: source.label[language],
    ...(source.help === undefined ? {} : { help_text: source.help[language] }),
    ...(source.choices === undefined
      ? {}
      : { options: Object.fromEntries(source.choices.map(([value, text]) => [value, text[language]])) }),
  };
}
