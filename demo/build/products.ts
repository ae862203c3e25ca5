// Composes every product of the main catalog from its family, line and variant; the same texts give the same bytes.
// Random values (stock, colours, restrictions) are seeded by the product's id, so products never influence each
// other.
import { brandNotes } from './brands.ts';
import type { Attributes, ProductLine } from './bundle-lines.ts';
import { categoryIdOf } from './categories.ts';
import { accessoryFamilies } from './families/accessories.ts';
import { campKitchenFamilies } from './families/camp-kitchen.ts';
import type { Family, Line } from './families/family.ts';
import { footwearFamilies } from './families/footwear.ts';
import { homeFamilies } from './families/home.ts';
import { jacketFamilies } from './families/jackets.ts';
import { layerFamilies } from './families/layers.ts';
import { legwearFamilies } from './families/legwear.ts';
import { lightAndToolFamilies } from './families/light-and-tools.ts';
import { packFamilies } from './families/packs.ts';
import { shelterAndSleepFamilies } from './families/shelter-and-sleep.ts';
import { mainCatalogId } from './ids.ts';
import { dayMs, isoDate, isoInstant, officeMoment } from './instants.ts';
import { withOffer } from './offers.ts';
import type { Random } from './random.ts';
import { randomFor } from './random.ts';
import { slugOf } from './slug.ts';
import type { Locale, Text } from './text.ts';
import { textIn } from './text.ts';
import type { Variant } from './variant.ts';
import { variantSets } from './variants.ts';

export const families: readonly Family[] = [
  ...jacketFamilies,
  ...layerFamilies,
  ...legwearFamilies,
  ...accessoryFamilies,
  ...footwearFamilies,
  ...shelterAndSleepFamilies,
  ...campKitchenFamilies,
  ...lightAndToolFamilies,
  ...packFamilies,
  ...homeFamilies,
];

export function buildProducts(): ProductLine[] {
  return families.flatMap((family) =>
    family.lines.flatMap((line) =>
      variantSets[family.variants].map((variant) => buildProduct(family, line, variant)),
    ),
  );
}

export function productIdOf(familyKey: string, lineName: string, variantCode: string): string {
  return `p-${slugOf(lineName)}-${familyKey}-${variantCode}`;
}

function buildProduct(family: Family, line: Line, variant: Variant): ProductLine {
  const id = productIdOf(family.key, line.name, variant.code);
  const random = randomFor(id);
  const createdMs = officeMoment(random, Date.UTC(2025, 0, 7), Date.UTC(2026, 9, 30));
  const feature = random.pick(family.features);
  const withBrandNote = random.chance(0.4);
  const sentences = [
    line.pitch,
    variant.sentence,
    feature,
    ...(withBrandNote ? [brandNotes[line.brand]] : []),
  ];
  const collectionIds = random.some(family.collections, random.integer(0, family.collections.length));
  // Unused since every product has a price in EUR. Without this draw, all that follow would be others.
  random.fraction();
  const product = {
    kind: 'product',
    catalog_id: mainCatalogId,
    id,
    sku: skuOf(family, line, variant),
    name: nameIn('en-us', family, line, variant),
    description: descriptionIn('en-us', sentences),
    brand: line.brand,
    category_ids: [categoryIdOf(family.category)],
    collection_ids: collectionIds,
    prices: pricesOf(line.usd * variant.price),
    in_stock: random.chance(0.86),
    created_at: isoInstant(createdMs),
    attributes: attributesOf(family, line, variant, random, createdMs),
    ...restrictionsOf(random),
    localized: localizedOf(family, line, variant, sentences, random),
  } as const;
  return withOffer(product, family.key);
}

function nameIn(locale: Locale, family: Family, line: Line, variant: Variant): string {
  const noun = textIn(family.noun, locale);
  const model = locale === 'en-us' ? `${line.name} ${noun}` : `${noun} ${line.name}`;
  return textIn(variant.name, locale).replace('{}', model);
}

function descriptionIn(locale: Locale, sentences: readonly Text[]): string {
  return sentences.map((sentence) => textIn(sentence, locale)).join(' ');
}

function localizedOf(
  family: Family,
  line: Line,
  variant: Variant,
  sentences: readonly Text[],
  random: Random,
): ProductLine['localized'] {
  // New arrivals wait for their translators, French a little longer than German.
  const draw = random.fraction();
  const translated: Locale[] = draw < 0.08 ? [] : draw < 0.16 ? ['de-de'] : ['de-de', 'fr-fr'];
  return Object.fromEntries(
    translated.map((locale) => [
      locale,
      { name: nameIn(locale, family, line, variant), description: descriptionIn(locale, sentences) },
    ]),
  );
}

function pricesOf(usd: number): ProductLine['prices'] {
  const wholeUsd = Math.round(usd);
  // Cents are set as integers first, so that no price carries a binary fraction.
  return { USD: (wholeUsd * 100 - 5) / 100, EUR: (Math.round(wholeUsd * 0.94) * 100 - 10) / 100 };
}

function attributesOf(
  family: Family,
  line: Line,
  variant: Variant,
  random: Random,
  createdMs: number,
): Attributes {
  return {
    color: random.some(family.colors, random.integer(1, Math.min(3, family.colors.length))),
    size: variant.sizes,
    material: line.material,
    weight_g: Math.round((line.weightG * variant.weight) / 5) * 5,
    ...(line.waterproof === undefined ? {} : { waterproof: line.waterproof ? 'yes' : 'no' }),
    season: line.season,
    release_date: isoDate(createdMs + random.integer(0, 20) * dayMs),
    rating: random.integer(34, 49) / 10,
    ...variant.attributes,
    ...family.attributes,
  };
}

function restrictionsOf(
  random: Random,
): Pick<ProductLine, 'channel_ids' | 'location_ids' | 'customer_group_ids'> {
  const channels = random.chance(0.14) ? [random.pick(['web', 'pos'])] : [];
  const locations = random.chance(0.12) ? random.some(['oslo', 'hamburg', 'lyon', 'portland'], 2) : [];
  const groups = random.chance(0.05) ? [random.pick(['trade', 'members'])] : [];
  return { channel_ids: channels, location_ids: locations, customer_group_ids: groups };
}

function skuOf(family: Family, line: Line, variant: Variant): string {
  const familyPart = family.key.replaceAll('-', '').slice(0, 4);
  return `FJ-${familyPart}-${slugOf(line.name).replaceAll('-', '').slice(0, 8)}-${variant.code}`.toUpperCase();
}
