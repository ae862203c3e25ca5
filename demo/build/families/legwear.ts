// Hiking trousers.
// No single products here: each line is made in every fit of the variant set.
import type { Family } from './family.ts';

export const legwearFamilies: readonly Family[] = [
  {
    key: 'trousers',
    category: 'Hiking Trousers',
    noun: ['Hiking Trousers', 'Wanderhose', 'Pantalon de randonnée'],
    variants: 'legwear',
    colors: ['bark', 'graphite', 'olive', 'dusk blue'],
    collections: ['everyday', 'autumn-rain'],
    features: [
      [
        'The knees are shaped and double, with an opening for a kneeling pad.',
        'Die Knie sind vorgeformt und doppelt, mit Öffnung für ein Kniepolster.',
        'Les genoux sont préformés et doublés, avec une ouverture pour une genouillère.',
      ],
      [
        'Two zipped pockets hold a map and a phone without swinging.',
        'Zwei Reißverschlusstaschen halten Karte und Telefon, ohne dass etwas schlenkert.',
        'Deux poches zippées tiennent une carte et un téléphone sans ballotter.',
      ],
    ],
    lines: [
      {
        name: 'Vidde',
        brand: 'Fjordlight',
        usd: 119,
        weightG: 480,
        material: 'waxed cotton blend',
        waterproof: false,
        season: 'three-season',
        pitch: [
          'Sturdy trousers for heather and low birch that can be waxed again at home.',
          'Eine robuste Hose für Heide und niedrige Birken, die sich zu Hause nachwachsen lässt.',
          'Un pantalon solide pour la lande et les bouleaux nains, à recirer chez soi.',
        ],
      },
      {
        name: 'Ur',
        brand: 'Steinrygg',
        usd: 149,
        weightG: 420,
        material: 'stretch nylon',
        waterproof: false,
        season: 'all-season',
        pitch: [
          'Stretch trousers for scree and scrambling, with ankles that cinch over a boot.',
          'Eine Stretchhose für Geröll und leichtes Klettern, am Knöchel über dem Stiefel zu schließen.',
          'Un pantalon extensible pour les éboulis, à resserrer à la cheville sur la chaussure.',
        ],
      },
      {
        name: 'Sommer',
        brand: 'Kvitfoss',
        usd: 89,
        weightG: 260,
        material: 'recycled nylon',
        waterproof: false,
        season: 'summer',
        pitch: [
          'Light zip-off trousers that become shorts when the valley warms up.',
          'Eine leichte Hose mit abnehmbaren Beinen, die zur Shorts wird, wenn es im Tal warm ist.',
          'Un pantalon léger à jambes amovibles, qui devient un short quand la vallée se réchauffe.',
        ],
      },
      {
        name: 'Bekk',
        brand: 'Havnbris',
        usd: 109,
        weightG: 330,
        material: 'recycled polyester',
        waterproof: true,
        season: 'all-season',
        pitch: [
          'Waterproof overtrousers with full side zips that go on over muddy boots.',
          'Eine wasserdichte Überhose mit durchgehenden Seitenreißverschlüssen, die über schlammige Stiefel passt.',
          "Un surpantalon imperméable à zips latéraux, qui s'enfile par-dessus des chaussures boueuses.",
        ],
      },
    ],
  },
];
