// The category tree of the main catalog, three levels deep, parents before children.
// A category has one name: this shop does not translate them.
import type { CategoryLine } from './bundle-lines.ts';
import { mainCatalogId } from './ids.ts';

type Branch = { readonly [category: string]: readonly string[] };

const tree: { readonly [department: string]: Branch } = {
  Clothing: {
    Jackets: ['Rain Jackets', 'Down Jackets'],
    'Warm Layers': ['Fleece', 'Wool Sweaters'],
    'Base Layers': ['Merino Base Layers'],
    Legwear: ['Hiking Trousers'],
    Accessories: ['Hats', 'Gloves', 'Socks'],
  },
  Footwear: {
    Boots: ['Hiking Boots', 'Rubber Boots'],
    Shoes: ['Trail Shoes'],
  },
  Camping: {
    Shelter: ['Tents'],
    Sleep: ['Sleeping Bags', 'Sleeping Mats'],
    'Camp Kitchen': ['Stoves', 'Cookware', 'Bottles'],
    Light: ['Headlamps', 'Lanterns'],
    Tools: ['Knives'],
  },
  Packs: {
    'Carry Systems': ['Backpacks', 'Dry Bags', 'Duffels'],
  },
  Home: {
    Textiles: ['Blankets'],
    Tableware: ['Mugs'],
    'Home Fragrance': ['Candles'],
  },
};

export function buildCategories(): CategoryLine[] {
  const lines: CategoryLine[] = [];
  for (const [department, branch] of Object.entries(tree)) {
    lines.push(category(department, null));
    for (const [group, leaves] of Object.entries(branch)) {
      lines.push(category(group, department));
      for (const leaf of leaves) lines.push(category(leaf, group));
    }
  }
  return lines;
}

export function categoryIdOf(name: string): string {
  return `cat-${name.toLowerCase().replaceAll(' ', '-')}`;
}

function category(name: string, parent: string | null): CategoryLine {
  const parentId = parent === null ? null : categoryIdOf(parent);
  return {
    kind: 'category',
    catalog_id: mainCatalogId,
    id: categoryIdOf(name),
    name,
    parent_id: parentId,
  };
}
