// Variant sets of tents, sleeping gear, packs, pots and bottles: capacities and lengths.
// Sentences avoid naming the product, so that they are right for every family that uses the set.
import { measuredVariants } from './measured-variants.ts';

const persons = measuredVariants('persons', [
  [
    '2p',
    ['{}, 2-person', '{}, 2 Personen', '{}, 2 places'],
    1,
    1,
    '2-person',
    2,
    [
      'Sleeps two, with room for boots and rucksacks by the door.',
      'Platz für zwei, mit Raum für Stiefel und Rucksäcke am Eingang.',
      "Pour deux, avec de la place pour les chaussures et les sacs près de l'entrée.",
    ],
  ],
  [
    '3p',
    ['{}, 3-person', '{}, 3 Personen', '{}, 3 places'],
    1.22,
    1.24,
    '3-person',
    3,
    [
      'Sleeps three, or two with wet rucksacks they would rather keep inside.',
      'Platz für drei, oder für zwei mit nassen Rucksäcken, die lieber drinnen bleiben.',
      "Pour trois, ou pour deux avec des sacs mouillés à garder à l'intérieur.",
    ],
  ],
  [
    '4p',
    ['{}, 4-person', '{}, 4 Personen', '{}, 4 places'],
    1.45,
    1.55,
    '4-person',
    4,
    [
      'Sleeps four, with standing height for a ten-year-old.',
      'Platz für vier, mit Stehhöhe für ein zehnjähriges Kind.',
      "Pour quatre, avec la hauteur qu'il faut pour qu'un enfant de dix ans tienne debout.",
    ],
  ],
]);

const lengths = measuredVariants('length_cm', [
  [
    's',
    ['{}, short', '{}, kurz', '{}, court'],
    0.94,
    0.88,
    'short',
    168,
    [
      'The short length fits people up to 165 cm and saves what they would carry for nothing.',
      'Die kurze Länge passt bis 165 cm Körpergröße und spart, was man sonst umsonst trägt.',
      "La longueur courte convient jusqu'à 165 cm et épargne un poids inutile.",
    ],
  ],
  [
    'r',
    ['{}, regular', '{}, normal', '{}, standard'],
    1,
    1,
    'regular',
    185,
    [
      'The regular length fits people up to 183 cm.',
      'Die normale Länge passt bis 183 cm Körpergröße.',
      "La longueur standard convient jusqu'à 183 cm.",
    ],
  ],
  [
    'l',
    ['{}, long', '{}, lang', '{}, long'],
    1.08,
    1.13,
    'long',
    201,
    [
      'The long length fits people up to 198 cm, with wider shoulders as well.',
      'Die lange Größe passt bis 198 cm und ist auch an den Schultern breiter.',
      "La grande longueur convient jusqu'à 198 cm et s'élargit aussi aux épaules.",
    ],
  ],
]);

const packs = measuredVariants('capacity_l', [
  [
    '20',
    ['{} 20 L', '{} 20 L', '{} 20 L'],
    0.7,
    0.62,
    '20 L',
    20,
    [
      'Twenty litres are enough for a day out with a shell, lunch and a flask.',
      'Zwanzig Liter reichen für einen Tag draußen mit Jacke, Brotzeit und Thermoskanne.',
      'Vingt litres suffisent pour une journée avec une veste, un repas et une gourde.',
    ],
  ],
  [
    '35',
    ['{} 35 L', '{} 35 L', '{} 35 L'],
    1,
    1,
    '35 L',
    35,
    [
      'Thirty-five litres carry a weekend from hut to hut.',
      'Fünfunddreißig Liter tragen ein Wochenende von Hütte zu Hütte.',
      'Trente-cinq litres portent un week-end de refuge en refuge.',
    ],
  ],
  [
    '55',
    ['{} 55 L', '{} 55 L', '{} 55 L'],
    1.35,
    1.5,
    '55 L',
    55,
    [
      'Fifty-five litres take a week, a tent and the food to go with it.',
      'Fünfundfünfzig Liter fassen eine Woche, ein Zelt und das Essen dazu.',
      'Cinquante-cinq litres accueillent une semaine, une tente et les vivres qui vont avec.',
    ],
  ],
]);

const dryVolumes = measuredVariants('capacity_l', [
  [
    '5',
    ['{} 5 L', '{} 5 L', '{} 5 L'],
    0.7,
    0.6,
    '5 L',
    5,
    [
      'Five litres hold a phone, a first-aid kit and a dry pair of socks.',
      'Fünf Liter fassen Telefon, Erste-Hilfe-Set und ein trockenes Paar Socken.',
      'Cinq litres pour un téléphone, une trousse de secours et une paire de chaussettes sèches.',
    ],
  ],
  [
    '10',
    ['{} 10 L', '{} 10 L', '{} 10 L'],
    0.85,
    0.8,
    '10 L',
    10,
    [
      'Ten litres hold a change of clothes.',
      'Zehn Liter fassen Kleidung zum Wechseln.',
      'Dix litres pour des vêtements de rechange.',
    ],
  ],
  [
    '20',
    ['{} 20 L', '{} 20 L', '{} 20 L'],
    1,
    1,
    '20 L',
    20,
    [
      'Twenty litres swallow a winter sleeping bag.',
      'Zwanzig Liter schlucken einen Winterschlafsack.',
      "Vingt litres avalent un sac de couchage d'hiver.",
    ],
  ],
]);

const pots = measuredVariants('capacity_l', [
  [
    '10',
    ['{} 1.0 L', '{} 1,0 L', '{} 1,0 L'],
    0.8,
    0.75,
    '1.0 L',
    1,
    [
      'One litre: coffee for two or noodles for one.',
      'Ein Liter: Kaffee für zwei oder Nudeln für eine Person.',
      'Un litre : du café pour deux ou des nouilles pour une personne.',
    ],
  ],
  [
    '18',
    ['{} 1.8 L', '{} 1,8 L', '{} 1,8 L'],
    1,
    1,
    '1.8 L',
    1.8,
    [
      'At 1.8 litres it is the size most pairs end up using every day.',
      'Mit 1,8 Litern ist es die Größe, die die meisten Paare am Ende täglich benutzen.',
      "Avec 1,8 litre, c'est la taille que la plupart des couples finissent par utiliser chaque jour.",
    ],
  ],
  [
    '30',
    ['{} 3.0 L', '{} 3,0 L', '{} 3,0 L'],
    1.3,
    1.45,
    '3.0 L',
    3,
    [
      'Three litres feed a family, or melt snow for a rope team.',
      'Drei Liter machen eine Familie satt oder schmelzen Schnee für eine Seilschaft.',
      "Trois litres nourrissent une famille ou font fondre la neige d'une cordée.",
    ],
  ],
]);

const bottles = measuredVariants('capacity_l', [
  [
    '05',
    ['{} 0.5 L', '{} 0,5 L', '{} 0,5 L'],
    0.85,
    0.75,
    '0.5 L',
    0.5,
    [
      'Half a litre slips into a jacket pocket.',
      'Ein halber Liter verschwindet in der Jackentasche.',
      'Un demi-litre se glisse dans une poche de veste.',
    ],
  ],
  [
    '075',
    ['{} 0.75 L', '{} 0,75 L', '{} 0,75 L'],
    1,
    1,
    '0.75 L',
    0.75,
    [
      'Three quarters of a litre fit every bottle cage and side pocket we tried.',
      'Ein Dreiviertelliter passt in jeden Flaschenhalter und jede Seitentasche, die wir probiert haben.',
      'Trois quarts de litre entrent dans tous les porte-bidons et poches latérales essayés.',
    ],
  ],
  [
    '10',
    ['{} 1.0 L', '{} 1,0 L', '{} 1,0 L'],
    1.15,
    1.25,
    '1.0 L',
    1,
    [
      'A full litre lasts one person from breakfast to the hut.',
      'Ein ganzer Liter reicht einer Person vom Frühstück bis zur Hütte.',
      'Un litre entier mène une personne du petit-déjeuner au refuge.',
    ],
  ],
]);

export const carryAndCampVariants = { persons, lengths, packs, dryVolumes, pots, bottles };
