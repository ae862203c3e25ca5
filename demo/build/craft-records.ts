// Journal posts about repairs and wool, kept as versioned records.
// `island-wool` is live in different versions per language; the replaced versions have no publication.
import { recordId } from './ids.ts';
import type { RecordSource } from './record-source.ts';
import type { Text } from './text.ts';

const zipBasics: Text = [
  'A zip that opens behind the slider is almost never worn out. The slider has spread, and a gentle squeeze with pliers on both sides brings it back for a season. Clean the teeth with an old toothbrush first and rub them with a candle stub afterwards.',
  'Ein Reißverschluss, der hinter dem Schieber aufgeht, ist fast nie verschlissen. Der Schieber hat sich geweitet, und ein sanfter Druck mit der Zange auf beiden Seiten rettet ihn für eine Saison. Reinigen Sie zuerst die Zähne mit einer alten Zahnbürste und reiben Sie sie danach mit einem Kerzenrest ein.',
  "Une fermeture qui s'ouvre derrière le curseur n'est presque jamais usée. Le curseur s'est écarté, et une légère pression de pince de chaque côté le remet d'aplomb pour une saison. Nettoyez d'abord les dents avec une vieille brosse, puis frottez-les avec un reste de bougie.",
];
const woolWalk: Text = [
  'The sheep on the outer islands spend the winter outdoors and eat seaweed when the grass is gone. Their wool is coarse, bright and nearly waterproof. We walked with two shepherds from shore to shore and helped to gather three hundred animals into a pen made of driftwood.',
  'Die Schafe auf den äußeren Inseln bleiben den Winter über draußen und fressen Tang, wenn das Gras zu Ende ist. Ihre Wolle ist grob, hell und fast wasserdicht. Wir sind mit zwei Schäfern von Ufer zu Ufer gegangen und haben geholfen, dreihundert Tiere in einen Pferch aus Treibholz zu bringen.',
  "Les moutons des îles du large passent l'hiver dehors et mangent des algues quand l'herbe manque. Leur laine est rude, claire et presque imperméable. Nous avons marché d'une rive à l'autre avec deux bergers et aidé à rassembler trois cents bêtes dans un enclos de bois flotté.",
];

export const craftRecords: readonly RecordSource[] = [
  {
    key: 'mending-a-zip',
    model: 'blog',
    slug: '/journal/mending-a-zip',
    imageUrl: null,
    versions: [
      {
        name: 'First print',
        createdAt: '2025-09-22T08:40:00Z',
        author: 'Marit Eik',
        title: [
          'Mending a zip in five minutes',
          'Einen Reißverschluss in fünf Minuten retten',
          'Sauver une fermeture en cinq minutes',
        ],
        summary: [
          'Most broken zips only need a pair of pliers.',
          'Die meisten kaputten Reißverschlüsse brauchen nur eine Zange.',
          "La plupart des fermetures cassées n'ont besoin que d'une pince.",
        ],
        paragraphs: [zipBasics],
        fields: {
          topic: 'care',
          tags: ['repair'],
          reading_minutes: 2,
          published_on: '2025-09-24',
          is_featured: false,
          related_posts: [],
        },
      },
      {
        name: 'With the two-way zip',
        createdAt: '2026-10-28T13:15:00Z',
        author: 'Marit Eik',
        title: [
          'Mending a zip, also when it opens from both ends',
          'Einen Reißverschluss retten, auch den mit zwei Schiebern',
          'Sauver une fermeture, même à double curseur',
        ],
        summary: [
          'Pliers, a candle stub and a little patience, now also for two-way zips.',
          'Zange, Kerzenrest und etwas Geduld, jetzt auch für Zweiwege-Reißverschlüsse.',
          'Une pince, un reste de bougie et un peu de patience, maintenant aussi pour les doubles curseurs.',
        ],
        paragraphs: [
          zipBasics,
          [
            'With two sliders, bring both to the bottom, squeeze the upper one first and test it alone. Only then move the lower one.',
            'Bei zwei Schiebern schieben Sie beide nach unten, drücken zuerst den oberen zusammen und prüfen ihn allein. Erst dann ist der untere an der Reihe.',
            "Avec deux curseurs, descendez-les tous les deux, resserrez d'abord celui du haut et essayez-le seul. Occupez-vous ensuite de celui du bas.",
          ],
        ],
        fields: {
          topic: 'care',
          tags: ['repair'],
          reading_minutes: 3,
          published_on: '2026-11-01',
          is_featured: false,
          related_posts: [recordId('island-wool')],
        },
      },
    ],
    publications: [
      { environment: 'production', version: 1, locales: null, at: '2025-09-24T06:30:00Z' },
      { environment: 'staging', version: 2, locales: null, at: '2026-10-29T09:00:00Z' },
    ],
  },
  {
    key: 'island-wool',
    model: 'blog',
    slug: '/journal/island-wool',
    imageUrl: 'https://media.fjordlight.test/journal/island-wool.jpg',
    versions: [
      {
        name: 'First print',
        createdAt: '2026-05-11T10:00:00Z',
        author: 'Ingrid Solvang',
        title: ['Wool from the outer islands', 'Wolle von den äußeren Inseln', 'La laine des îles du large'],
        summary: [
          'A day with two shepherds, three hundred sheep and a pen of driftwood.',
          'Ein Tag mit zwei Schäfern, dreihundert Schafen und einem Pferch aus Treibholz.',
          'Une journée avec deux bergers, trois cents moutons et un enclos de bois flotté.',
        ],
        paragraphs: [woolWalk],
        fields: {
          topic: 'people',
          tags: ['wool'],
          reading_minutes: 4,
          published_on: '2026-05-13',
          is_featured: false,
          related_posts: [],
        },
      },
      {
        name: 'After the shearing',
        createdAt: '2026-08-24T10:00:00Z',
        author: 'Ingrid Solvang',
        title: [
          'Wool from the outer islands, after the shearing',
          'Wolle von den äußeren Inseln, nach der Schur',
          'La laine des îles du large, après la tonte',
        ],
        summary: [
          'The fleeces have arrived at the spinning mill, and the first yarn is grey as a seal.',
          'Die Vliese sind in der Spinnerei angekommen, und das erste Garn ist grau wie eine Robbe.',
          'Les toisons sont arrivées à la filature et le premier fil est gris comme un phoque.',
        ],
        paragraphs: [
          woolWalk,
          [
            'In August the sacks came by boat, four hundred kilos in all. The spinner washes twice and keeps the natural colours apart, so that no dye is needed for grey, brown and black.',
            'Im August kamen die Säcke mit dem Boot, zusammen vierhundert Kilo. Die Spinnerin wäscht zweimal und hält die Naturfarben getrennt, sodass Grau, Braun und Schwarz ohne Farbstoff auskommen.',
            'En août, les sacs sont arrivés par bateau, quatre cents kilos en tout. La fileuse lave deux fois et sépare les teintes naturelles : le gris, le brun et le noir se passent de colorant.',
          ],
        ],
        fields: {
          topic: 'people',
          tags: ['wool'],
          reading_minutes: 5,
          published_on: '2026-08-26',
          is_featured: true,
          related_posts: [recordId('mending-a-zip')],
        },
      },
    ],
    // The English update went live at once; the translations were to be read by the shepherds first.
    publications: [
      { environment: 'production', version: 2, locales: ['en-us'], at: '2026-08-26T06:00:00Z' },
      { environment: 'production', version: 1, locales: ['de-de', 'fr-fr'], at: '2026-05-13T06:00:00Z' },
      { environment: 'staging', version: 2, locales: null, at: '2026-08-25T11:00:00Z' },
    ],
  },
];
