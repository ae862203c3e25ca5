// The eight invented brands of the shop and what each is known for.
// No real brand appears anywhere in the demo.
import type { Text } from './text.ts';

export type Brand =
  | 'Fjordlight'
  | 'Havnbris'
  | 'Ullvarde'
  | 'Steinrygg'
  | 'Lyktemark'
  | 'Torvgard'
  | 'Bregnholt'
  | 'Kvitfoss';

export const brandNotes: { readonly [brand in Brand]: Text } = {
  Fjordlight: [
    'Our own label, and our own workshop repairs it for as long as you keep it.',
    'Unsere Eigenmarke, die wir in der hauseigenen Werkstatt reparieren, solange Sie sie tragen.',
    'Notre propre marque, réparée dans notre atelier aussi longtemps que vous la gardez.',
  ],
  Havnbris: [
    'Havnbris sews in small runs and tests every batch on the wet side of the coast.',
    'Havnbris näht in kleinen Serien und prüft jede Charge auf der nassen Seite der Küste.',
    'Havnbris coud en petites séries et teste chaque lot sur le versant humide de la côte.',
  ],
  Ullvarde: [
    'Ullvarde buys its wool from eleven farms and prints the name of the farm on the label.',
    'Ullvarde kauft die Wolle auf elf Höfen und druckt den Namen des Hofs auf das Etikett.',
    "Ullvarde achète sa laine dans onze fermes et imprime le nom de la ferme sur l'étiquette.",
  ],
  Steinrygg: [
    'Steinrygg builds for guides, so every part that wears out can be replaced.',
    'Steinrygg baut für Bergführer, deshalb lässt sich jedes Verschleißteil ersetzen.',
    "Steinrygg travaille pour les guides : chaque pièce d'usure peut être remplacée.",
  ],
  Lyktemark: [
    'Lyktemark gives five years of warranty and sells every spare part one by one.',
    'Lyktemark gibt fünf Jahre Garantie und verkauft jedes Ersatzteil einzeln.',
    "Lyktemark offre cinq ans de garantie et vend chaque pièce détachée à l'unité.",
  ],
  Torvgard: [
    'Torvgard has worked with the same small foundry and the same patterns for decades.',
    'Torvgard arbeitet seit Jahrzehnten mit derselben kleinen Gießerei und denselben Formen.',
    'Torvgard travaille depuis des décennies avec la même petite fonderie et les mêmes modèles.',
  ],
  Bregnholt: [
    'Bregnholt makes things for the house with the patience of people who live far from a shop.',
    'Bregnholt fertigt Dinge für das Haus mit der Geduld von Leuten, die weit weg vom nächsten Laden wohnen.',
    'Bregnholt fabrique des objets pour la maison avec la patience de ceux qui vivent loin des magasins.',
  ],
  Kvitfoss: [
    'Kvitfoss publishes the weight of every single part and rounds none of them down.',
    'Kvitfoss veröffentlicht das Gewicht jedes einzelnen Teils und rundet keines davon ab.',
    "Kvitfoss publie le poids de chaque pièce et n'en arrondit aucun vers le bas.",
  ],
};
