// Variant sets of lamps, stoves, knives and things for the house: sizes, burn times and finishes.
// Sentences avoid naming the product, so that they are right for every family that uses the set.
import { measuredVariants } from './measured-variants.ts';

const throws = measuredVariants('width_cm', [
  [
    '90',
    ['{} 90 x 120', '{} 90 x 120', '{} 90 x 120'],
    0.55,
    0.45,
    '90 x 120 cm',
    90,
    [
      'The small one is for knees, prams and the back seat.',
      'Die kleine ist für Knie, Kinderwagen und den Rücksitz.',
      'Le petit format est pour les genoux, la poussette et la banquette arrière.',
    ],
  ],
  [
    '130',
    ['{} 130 x 180', '{} 130 x 180', '{} 130 x 180'],
    1,
    1,
    '130 x 180 cm',
    130,
    [
      'The middle size covers one reader on a sofa, feet included.',
      'Die mittlere Größe bedeckt eine lesende Person auf dem Sofa, Füße eingeschlossen.',
      'Le format moyen couvre un lecteur sur le canapé, pieds compris.',
    ],
  ],
  [
    '180',
    ['{} 180 x 220', '{} 180 x 220', '{} 180 x 220'],
    1.6,
    1.75,
    '180 x 220 cm',
    180,
    [
      'The large one is a bedspread for a double bed.',
      'Die große ist eine Tagesdecke für ein Doppelbett.',
      'Le grand format sert de couvre-lit pour un lit double.',
    ],
  ],
]);

const mugs = measuredVariants('capacity_ml', [
  [
    '25',
    ['{} 250 ml', '{} 250 ml', '{} 250 ml'],
    0.9,
    0.85,
    '250 ml',
    250,
    [
      'The 250 ml size is for strong coffee and small hands.',
      'Die Größe mit 250 ml ist für starken Kaffee und kleine Hände.',
      'Le format 250 ml est pour le café serré et les petites mains.',
    ],
  ],
  [
    '35',
    ['{} 350 ml', '{} 350 ml', '{} 350 ml'],
    1,
    1,
    '350 ml',
    350,
    [
      'The 350 ml size takes a full ladle of soup.',
      'Die Größe mit 350 ml fasst eine volle Kelle Suppe.',
      'Le format 350 ml contient une pleine louche de soupe.',
    ],
  ],
  [
    's4',
    ['{}, set of 4', '{}, 4er-Set', '{}, lot de 4'],
    3.5,
    4,
    'set of 4',
    350,
    [
      'Four of the 350 ml size, packed in a linen bag.',
      'Vier Stück der Größe mit 350 ml, verpackt in einem Leinenbeutel.',
      'Quatre pièces de 350 ml, rangées dans un sac en lin.',
    ],
  ],
]);

const burnTimes = measuredVariants('burn_time_h', [
  [
    '20',
    ['{}, 20 hours', '{}, 20 Stunden', '{}, 20 heures'],
    0.6,
    0.4,
    '20 h',
    20,
    [
      'Burns for about twenty hours, which is four long suppers.',
      'Brennt rund zwanzig Stunden, das sind vier lange Abendessen.',
      "Brûle une vingtaine d'heures, soit quatre longs dîners.",
    ],
  ],
  [
    '40',
    ['{}, 40 hours', '{}, 40 Stunden', '{}, 40 heures'],
    1,
    1,
    '40 h',
    40,
    [
      'Burns for about forty hours and leaves a glass worth keeping.',
      'Brennt rund vierzig Stunden und hinterlässt ein Glas, das man behalten möchte.',
      "Brûle une quarantaine d'heures et laisse un verre qu'on a envie de garder.",
    ],
  ],
  [
    '70',
    ['{}, 70 hours', '{}, 70 Stunden', '{}, 70 heures'],
    1.5,
    1.7,
    '70 h',
    70,
    [
      'Burns for about seventy hours on three wicks.',
      'Brennt mit drei Dochten rund siebzig Stunden.',
      'Brûle environ soixante-dix heures avec trois mèches.',
    ],
  ],
]);

const power = measuredVariants('lumens', [
  [
    'b',
    ['{}, battery', '{}, Batterie', '{}, piles'],
    0.8,
    1.1,
    'battery',
    250,
    [
      'Runs on three AAA cells that any village shop has in a drawer.',
      'Läuft mit drei AAA-Zellen, die jeder Dorfladen in einer Schublade hat.',
      'Fonctionne avec trois piles AAA que toute épicerie de village garde dans un tiroir.',
    ],
  ],
  [
    'r',
    ['{}, rechargeable', '{}, wiederaufladbar', '{}, rechargeable'],
    1,
    1,
    'rechargeable',
    400,
    [
      'Charges by USB-C in two hours and shows the remaining burn time in hours, not bars.',
      'Lädt über USB-C in zwei Stunden und zeigt die Restlaufzeit in Stunden statt in Balken.',
      "Se recharge en deux heures par USB-C et affiche l'autonomie en heures, pas en barres.",
    ],
  ],
]);

const stoveKits = measuredVariants('pieces', [
  [
    'solo',
    ['{}', '{}', '{}'],
    1,
    1,
    'stove only',
    1,
    [
      'Sold on its own for those who already have a pot they trust.',
      'Einzeln erhältlich für alle, die schon einen Topf ihres Vertrauens haben.',
      'Vendu seul, pour qui possède déjà une casserole de confiance.',
    ],
  ],
  [
    'kit',
    ['{} Kit', '{} Set', '{} Kit'],
    1.6,
    2.1,
    'kit',
    4,
    [
      'The kit adds a windshield, a one-litre pot and a cloth bag.',
      'Das Set enthält zusätzlich Windschutz, Topf mit einem Liter und Stoffbeutel.',
      "Le kit ajoute un pare-vent, une casserole d'un litre et un sac en tissu.",
    ],
  ],
]);

const blades = measuredVariants('blade_mm', [
  [
    'c',
    ['{}, carbon steel', '{}, Kohlenstoffstahl', '{}, acier au carbone'],
    1,
    1,
    '95 mm',
    95,
    [
      'Carbon steel takes a keen edge and asks for a drop of oil in return.',
      'Kohlenstoffstahl wird sehr scharf und verlangt dafür einen Tropfen Öl.',
      "L'acier au carbone prend un tranchant très fin et demande en échange une goutte d'huile.",
    ],
  ],
  [
    's',
    ['{}, stainless', '{}, rostfrei', '{}, inox'],
    1.12,
    1,
    '95 mm',
    95,
    [
      'Stainless steel forgives salt water and forgetful owners.',
      'Rostfreier Stahl verzeiht Salzwasser und vergessliche Besitzer.',
      "L'acier inoxydable pardonne l'eau de mer et les propriétaires distraits.",
    ],
  ],
]);

export const householdVariants = { throws, mugs, burnTimes, power, stoveKits, blades };
