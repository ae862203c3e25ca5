// The variant sets that families share: fits, volumes, lengths and finishes, with their sentence in each language.
// `{}` in a name stands for the model. Prices and weights are factors on those of the model line.
import { carryAndCampVariants } from './carry-and-camp-variants.ts';
import { householdVariants } from './household-variants.ts';
import type { Variant } from './variant.ts';

const clothing: readonly Variant[] = [
  {
    code: 'w',
    name: ["Women's {}", '{} Damen', '{} femme'],
    price: 1,
    weight: 0.93,
    sizes: ['XS', 'S', 'M', 'L', 'XL'],
    attributes: { audience: 'women' },
    sentence: [
      "Women's fit, a little narrower at the shoulder and longer over the hip.",
      'Damenschnitt, an den Schultern etwas schmaler und über der Hüfte länger.',
      'Coupe femme, un peu plus étroite aux épaules et plus longue sur les hanches.',
    ],
  },
  {
    code: 'm',
    name: ["Men's {}", '{} Herren', '{} homme'],
    price: 1,
    weight: 1,
    sizes: ['S', 'M', 'L', 'XL', 'XXL'],
    attributes: { audience: 'men' },
    sentence: [
      "Men's fit, straight through the body, with sleeves that still reach when you do.",
      'Herrenschnitt, gerade in der Taille, mit Ärmeln, die auch beim Strecken lang genug sind.',
      'Coupe homme, droite à la taille, avec des manches assez longues même bras tendus.',
    ],
  },
  {
    code: 'k',
    name: ["Kids' {}", '{} Kinder', '{} enfant'],
    price: 0.58,
    weight: 0.6,
    sizes: ['104', '116', '128', '140', '152'],
    attributes: { audience: 'kids' },
    sentence: [
      "Kids' fit with long cuffs to turn up now and let down next year.",
      'Kinderschnitt mit langen Bündchen, jetzt zum Umschlagen und nächstes Jahr zum Auslassen.',
      "Coupe enfant avec de longs poignets à retrousser cette année et à dérouler l'an prochain.",
    ],
  },
];

const legwear: readonly Variant[] = [
  {
    code: 'w',
    name: ["Women's {}", '{} Damen', '{} femme'],
    price: 1,
    weight: 0.92,
    sizes: ['34', '36', '38', '40', '42', '44'],
    attributes: { audience: 'women' },
    sentence: [
      "Women's fit with a higher back and three leg lengths.",
      'Damenschnitt mit höherem Rücken und drei Beinlängen.',
      'Coupe femme, dos plus haut et trois longueurs de jambe.',
    ],
  },
  {
    code: 'm',
    name: ["Men's {}", '{} Herren', '{} homme'],
    price: 1,
    weight: 1,
    sizes: ['46', '48', '50', '52', '54', '56'],
    attributes: { audience: 'men' },
    sentence: [
      "Men's fit with an easy thigh and three leg lengths.",
      'Herrenschnitt mit bequemem Oberschenkel und drei Beinlängen.',
      "Coupe homme, à l'aise aux cuisses, en trois longueurs de jambe.",
    ],
  },
  {
    code: 'k',
    name: ["Kids' {}", '{} Kinder', '{} enfant'],
    price: 0.6,
    weight: 0.55,
    sizes: ['104', '116', '128', '140', '152'],
    attributes: { audience: 'kids' },
    sentence: [
      "Kids' fit with a hem that lets out by one size.",
      'Kinderschnitt mit einem Saum, der sich um eine Größe auslassen lässt.',
      "Coupe enfant avec un ourlet qui se rallonge d'une taille.",
    ],
  },
];

const hands: readonly Variant[] = [
  {
    code: 'a',
    name: ['{}', '{}', '{}'],
    price: 1,
    weight: 1,
    sizes: ['S', 'M', 'L', 'XL'],
    attributes: { audience: 'adults' },
    sentence: [
      'Unisex sizes; measure once and you will not need the return label.',
      'Unisex-Größen; einmal messen, und Sie brauchen das Rücksendeetikett nicht.',
      "Tailles unisexes ; mesurez une fois et l'étiquette de retour restera dans le tiroir.",
    ],
  },
  {
    code: 'k',
    name: ["Kids' {}", '{} Kinder', '{} enfant'],
    price: 0.62,
    weight: 0.6,
    sizes: ['4-6', '6-8', '8-10'],
    attributes: { audience: 'kids' },
    sentence: [
      "The children's size has a name tag inside and reflective yarn outside.",
      'Die Kindergröße hat innen ein Namensschild und außen reflektierendes Garn.',
      "La taille enfant porte une étiquette de nom à l'intérieur et un fil réfléchissant à l'extérieur.",
    ],
  },
];

const socks: readonly Variant[] = [
  {
    code: 'low',
    name: ['{}, ankle', '{}, knöchelhoch', '{}, cheville'],
    price: 0.85,
    weight: 0.8,
    sizes: ['35-38', '39-42', '43-46'],
    sentence: [
      'The ankle height stays hidden in low shoes.',
      'Die knöchelhohe Form verschwindet in niedrigen Schuhen.',
      'La hauteur cheville disparaît dans les chaussures basses.',
    ],
  },
  {
    code: 'crew',
    name: ['{}, crew', '{}, wadenhoch', '{}, mi-mollet'],
    price: 1,
    weight: 1,
    sizes: ['35-38', '39-42', '43-46'],
    sentence: [
      'The crew height covers the collar of a hiking boot.',
      'Die wadenhohe Form reicht über den Schaft eines Wanderstiefels.',
      "La hauteur mi-mollet dépasse la tige d'une chaussure de randonnée.",
    ],
  },
  {
    code: 'knee',
    name: ['{}, knee-high', '{}, kniehoch', '{}, genou'],
    price: 1.25,
    weight: 1.4,
    sizes: ['35-38', '39-42', '43-46'],
    sentence: [
      'The knee-high version is made for rubber boots and long days on skis.',
      'Die kniehohe Ausführung ist für Gummistiefel und lange Tage auf Ski gedacht.',
      'La version haute est pensée pour les bottes en caoutchouc et les longues journées à ski.',
    ],
  },
];

const shoes: readonly Variant[] = [
  {
    code: 'w',
    name: ["Women's {}", '{} Damen', '{} femme'],
    price: 1,
    weight: 0.86,
    sizes: ['36', '37', '38', '39', '40', '41', '42'],
    attributes: { audience: 'women' },
    sentence: [
      "Women's last with a narrower heel.",
      'Damenleisten mit schmalerer Ferse.',
      'Forme femme au talon plus étroit.',
    ],
  },
  {
    code: 'm',
    name: ["Men's {}", '{} Herren', '{} homme'],
    price: 1,
    weight: 1,
    sizes: ['40', '41', '42', '43', '44', '45', '46', '47'],
    attributes: { audience: 'men' },
    sentence: [
      "Men's last with a generous toe box.",
      'Herrenleisten mit großzügiger Zehenbox.',
      "Forme homme avec de l'espace pour les orteils.",
    ],
  },
];

const oneSize: readonly Variant[] = [
  {
    code: 'one',
    name: ['{}', '{}', '{}'],
    price: 1,
    weight: 1,
    sizes: ['one size'],
    sentence: [
      'One size that stretches with the head it sits on.',
      'Eine Größe, die sich dem Kopf anpasst, auf dem sie sitzt.',
      "Une taille unique qui s'adapte à la tête qui la porte.",
    ],
  },
  {
    code: 'k',
    name: ["Kids' {}", '{} Kinder', '{} enfant'],
    price: 0.7,
    weight: 0.75,
    sizes: ['48-50', '50-52'],
    attributes: { audience: 'kids' },
    sentence: [
      "The kids' version is cut closer over the ears.",
      'Die Kinderausführung sitzt enger über den Ohren.',
      'La version enfant couvre mieux les oreilles.',
    ],
  },
];

export const variantSets = {
  clothing,
  legwear,
  hands,
  socks,
  shoes,
  oneSize,
  ...carryAndCampVariants,
  ...householdVariants,
};
export type VariantSetName = keyof typeof variantSets;
