// Landing pages, and the one record of the site settings.
// The settings have a single version: their model is not versionable, so nothing of it can be published.
import { recordId } from './ids.ts';
import type { RecordSource } from './record-source.ts';
import type { Text } from './text.ts';

const winterIntro: Text = [
  'The days are short and the lists are long. We have put together what we ourselves use between November and March: down that dries, wool that does not itch, lamps that last the way home.',
  'Die Tage sind kurz und die Listen lang. Wir haben zusammengestellt, was wir selbst zwischen November und März benutzen: Daune, die trocknet, Wolle, die nicht kratzt, und Lampen, die bis nach Hause reichen.',
  "Les jours sont courts et les listes longues. Voici ce que nous utilisons nous-mêmes de novembre à mars : du duvet qui sèche, de la laine qui ne gratte pas et des lampes qui tiennent jusqu'à la maison.",
];
const giftIntro: Text = [
  'A good gift is used until nobody remembers who gave it. Here are mugs, blankets, knives and candles that stand a good chance, sorted by what they cost and by how well you know the person.',
  'Ein gutes Geschenk wird benutzt, bis niemand mehr weiß, von wem es war. Hier sind Becher, Decken, Messer und Kerzen mit guten Aussichten, sortiert nach Preis und danach, wie gut Sie die Person kennen.',
  "Un bon cadeau sert jusqu'à ce que l'on oublie qui l'a offert. Voici des tasses, des couvertures, des couteaux et des bougies qui ont leurs chances, classés par prix et selon que vous connaissez bien la personne.",
];
const repairIntro: Text = [
  'For one week in January all four shops become workshops. Bring anything that is torn, stuck or blunt. Small repairs are free, the coffee is too, and you may watch or help.',
  'Eine Woche lang werden im Januar alle vier Läden zu Werkstätten. Bringen Sie alles mit, was gerissen, verklemmt oder stumpf ist. Kleine Reparaturen sind kostenlos, der Kaffee auch, und Sie dürfen zusehen oder mithelfen.',
  'Pendant une semaine de janvier, nos quatre magasins deviennent des ateliers. Apportez tout ce qui est déchiré, coincé ou émoussé. Les petites réparations sont gratuites, le café aussi, et vous pouvez regarder ou aider.',
];
const settingsBody: Text = [
  'Settings of the Fjordlight site.',
  'Einstellungen der Fjordlight-Website.',
  'Réglages du site Fjordlight.',
];

export const pageRecords: readonly RecordSource[] = [
  {
    key: 'winter-2026',
    model: 'landing_page',
    slug: '/winter',
    imageUrl: 'https://media.fjordlight.test/campaigns/winter-2026.jpg',
    versions: [
      {
        name: 'Opening',
        createdAt: '2026-10-19T09:00:00Z',
        author: 'Ingrid Solvang',
        title: ['Ready for winter', 'Bereit für den Winter', "Prêts pour l'hiver"],
        summary: [
          'What we use ourselves between November and March.',
          'Was wir selbst zwischen November und März benutzen.',
          'Ce que nous utilisons nous-mêmes de novembre à mars.',
        ],
        paragraphs: [winterIntro],
        fields: {
          layout: 'full',
          collection: 'winter-2026',
          free_shipping_from: 80,
          valid_until: '2027-02-28',
          lead_post: recordId('snow-camp'),
        },
      },
      {
        name: 'After the first snow',
        createdAt: '2026-11-09T07:30:00Z',
        author: 'Ingrid Solvang',
        title: ['The first snow is here', 'Der erste Schnee ist da', 'La première neige est là'],
        summary: [
          'It snowed on Sunday. Here is what to take out of the cupboard, and what to add.',
          'Am Sonntag hat es geschneit. Das kommt jetzt aus dem Schrank, und das kommt dazu.',
          "Il a neigé dimanche. Voici ce qu'il faut sortir du placard, et ce qu'il faut ajouter.",
        ],
        paragraphs: [winterIntro],
        fields: {
          layout: 'split',
          collection: 'winter-2026',
          free_shipping_from: 80,
          valid_until: '2027-02-28',
          lead_post: recordId('snow-camp'),
        },
      },
    ],
    publications: [
      { environment: 'production', version: 2, locales: null, at: '2026-11-09T08:00:00Z' },
      { environment: 'staging', version: 2, locales: null, at: '2026-11-09T07:45:00Z' },
    ],
  },
  {
    key: 'gift-guide',
    model: 'landing_page',
    slug: '/gifts',
    imageUrl: 'https://media.fjordlight.test/campaigns/gifts.jpg',
    versions: [
      {
        name: 'Last year',
        createdAt: '2025-11-17T10:00:00Z',
        author: 'Marit Eik',
        title: ['Gifts that last', 'Geschenke, die bleiben', 'Des cadeaux qui durent'],
        summary: [
          'Mugs, blankets, knives and candles that will be used.',
          'Becher, Decken, Messer und Kerzen, die benutzt werden.',
          'Des tasses, des couvertures, des couteaux et des bougies qui serviront.',
        ],
        paragraphs: [giftIntro],
        fields: { layout: 'grid', collection: 'gifts', free_shipping_from: 100, valid_until: '2025-12-24' },
      },
      {
        name: 'This year',
        createdAt: '2026-11-03T10:00:00Z',
        author: 'Marit Eik',
        title: ['Gifts that will be used', 'Geschenke, die benutzt werden', 'Des cadeaux qui serviront'],
        summary: [
          'Our gift guide, by price and by how well you know them.',
          'Unser Geschenkeratgeber, nach Preis und nach Nähe.',
          "Notre guide de cadeaux, par prix et par degré d'intimité.",
        ],
        paragraphs: [
          giftIntro,
          [
            'Orders placed by the sixteenth of December arrive before Christmas.',
            'Bestellungen bis zum sechzehnten Dezember kommen vor Weihnachten an.',
            'Les commandes passées avant le seize décembre arrivent avant Noël.',
          ],
        ],
        fields: {
          layout: 'grid',
          collection: 'gifts',
          free_shipping_from: 80,
          valid_until: '2026-12-24',
          lead_post: recordId('island-wool'),
        },
      },
    ],
    publications: [
      { environment: 'production', version: 2, locales: null, at: '2026-11-04T06:00:00Z' },
      { environment: 'staging', version: 2, locales: null, at: '2026-11-03T15:00:00Z' },
    ],
  },
  {
    key: 'repair-week',
    model: 'landing_page',
    slug: '/repair-week',
    imageUrl: null,
    versions: [
      {
        name: 'Outline',
        createdAt: '2026-11-06T13:00:00Z',
        author: 'Marit Eik',
        title: ['Repair week', 'Reparaturwoche', 'La semaine de la réparation'],
        summary: [
          'Four shops become workshops for one week.',
          'Vier Läden werden für eine Woche zu Werkstätten.',
          'Quatre magasins deviennent des ateliers pour une semaine.',
        ],
        paragraphs: [repairIntro],
        fields: {
          layout: 'split',
          collection: 'made-to-last',
          valid_until: '2027-01-24',
          lead_post: recordId('mending-a-zip'),
        },
      },
      {
        name: 'With dates',
        createdAt: '2026-11-12T16:20:00Z',
        author: 'Marit Eik',
        title: [
          'Repair week, 18 to 24 January',
          'Reparaturwoche vom 18. bis 24. Januar',
          'La semaine de la réparation, du 18 au 24 janvier',
        ],
        summary: [
          'Bring what is torn, stuck or blunt; small repairs are free.',
          'Bringen Sie mit, was gerissen, verklemmt oder stumpf ist; kleine Reparaturen sind kostenlos.',
          'Apportez ce qui est déchiré, coincé ou émoussé ; les petites réparations sont gratuites.',
        ],
        paragraphs: [repairIntro],
        fields: {
          layout: 'split',
          collection: 'made-to-last',
          valid_until: '2027-01-24',
          lead_post: recordId('mending-a-zip'),
        },
      },
    ],
    publications: [{ environment: 'staging', version: 1, locales: null, at: '2026-11-06T14:00:00Z' }],
  },
  {
    key: 'site-settings',
    model: 'site_settings',
    slug: '/',
    imageUrl: null,
    versions: [
      {
        name: 'Current',
        createdAt: '2025-01-08T09:45:00Z',
        author: 'Ingrid Solvang',
        title: ['Fjordlight', 'Fjordlight', 'Fjordlight'],
        summary: settingsBody,
        paragraphs: [settingsBody],
        fields: { return_days: 60, show_outlet: true },
      },
    ],
    publications: [
      { environment: 'production', version: 1, locales: null, at: '2025-01-08T09:45:00Z' },
      { environment: 'staging', version: 1, locales: null, at: '2025-01-08T09:45:00Z' },
    ],
  },
];
