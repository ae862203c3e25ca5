// The category tree of the main catalog, three levels deep, parents before children.
// Ids are made from the English names, so a translation never moves a category.
import type { CategoryLine } from './bundle-lines.ts';
import { mainCatalogId } from './ids.ts';
import type { Text } from './text.ts';
import { textIn } from './text.ts';

/** A name with what is below it. */
type Branch = readonly [name: Text, below?: readonly Branch[]];

const tree: readonly Branch[] = [
  [
    ['Clothing', 'Bekleidung', 'Vêtements'],
    [
      [
        ['Jackets', 'Jacken', 'Vestes'],
        [
          [['Rain Jackets', 'Regenjacken', 'Vestes de pluie']],
          [['Down Jackets', 'Daunenjacken', 'Doudounes']],
        ],
      ],
      [
        ['Warm Layers', 'Warme Schichten', 'Couches chaudes'],
        [[['Fleece', 'Fleece', 'Polaires']], [['Wool Sweaters', 'Wollpullover', 'Pulls en laine']]],
      ],
      [
        ['Base Layers', 'Funktionswäsche', 'Sous-vêtements techniques'],
        [[['Merino Base Layers', 'Merinowäsche', 'Sous-vêtements mérinos']]],
      ],
      [['Legwear', 'Hosen', 'Bas'], [[['Hiking Trousers', 'Wanderhosen', 'Pantalons de randonnée']]]],
      [
        ['Accessories', 'Accessoires', 'Accessoires'],
        [
          [['Hats', 'Mützen', 'Bonnets']],
          [['Gloves', 'Handschuhe', 'Gants']],
          [['Socks', 'Socken', 'Chaussettes']],
        ],
      ],
    ],
  ],
  [
    ['Footwear', 'Schuhwerk', 'Chaussures'],
    [
      [
        ['Boots', 'Stiefel', 'Bottes'],
        [
          [['Hiking Boots', 'Wanderstiefel', 'Chaussures de randonnée']],
          [['Rubber Boots', 'Gummistiefel', 'Bottes en caoutchouc']],
        ],
      ],
      [['Shoes', 'Schuhe', 'Chaussures basses'], [[['Trail Shoes', 'Trailschuhe', 'Chaussures de trail']]]],
    ],
  ],
  [
    ['Camping', 'Camping', 'Camping'],
    [
      [['Shelter', 'Unterkunft', 'Abris'], [[['Tents', 'Zelte', 'Tentes']]]],
      [
        ['Sleep', 'Schlafen', 'Couchage'],
        [[['Sleeping Bags', 'Schlafsäcke', 'Sacs de couchage']], [['Sleeping Mats', 'Isomatten', 'Matelas']]],
      ],
      [
        ['Camp Kitchen', 'Campingküche', 'Cuisine de camp'],
        [
          [['Stoves', 'Kocher', 'Réchauds']],
          [['Cookware', 'Kochgeschirr', 'Popotes']],
          [['Bottles', 'Flaschen', 'Gourdes']],
        ],
      ],
      [
        ['Light', 'Licht', 'Éclairage'],
        [[['Headlamps', 'Stirnlampen', 'Lampes frontales']], [['Lanterns', 'Laternen', 'Lanternes']]],
      ],
      [['Tools', 'Werkzeug', 'Outils'], [[['Knives', 'Messer', 'Couteaux']]]],
    ],
  ],
  [
    ['Packs', 'Rucksäcke & Taschen', 'Sacs'],
    [
      [
        ['Carry Systems', 'Tragesysteme', 'Portage'],
        [
          [['Backpacks', 'Rucksäcke', 'Sacs à dos']],
          [['Dry Bags', 'Packsäcke', 'Sacs étanches']],
          [['Duffels', 'Reisetaschen', 'Sacs de voyage']],
        ],
      ],
    ],
  ],
  [
    ['Home', 'Zuhause', 'Maison'],
    [
      [['Textiles', 'Textilien', 'Textiles'], [[['Blankets', 'Decken', 'Couvertures']]]],
      [['Tableware', 'Geschirr', 'Vaisselle'], [[['Mugs', 'Becher', 'Tasses']]]],
      [['Home Fragrance', 'Raumduft', "Parfums d'intérieur"], [[['Candles', 'Kerzen', 'Bougies']]]],
    ],
  ],
];

export function buildCategories(
  branches: readonly Branch[] = tree,
  parentId: string | null = null,
): CategoryLine[] {
  return branches.flatMap(([name, below = []]) => {
    const line = category(name, parentId);
    return [line, ...buildCategories(below, line.id)];
  });
}

export function categoryIdOf(name: string): string {
  return `cat-${name.toLowerCase().replaceAll(' ', '-')}`;
}

function category(name: Text, parentId: string | null): CategoryLine {
  const own = textIn(name, 'en-us');
  return {
    kind: 'category',
    catalog_id: mainCatalogId,
    id: categoryIdOf(own),
    name: own,
    parent_id: parentId,
    localized: {
      'de-de': { name: textIn(name, 'de-de') },
      'fr-fr': { name: textIn(name, 'fr-fr') },
    },
  };
}
