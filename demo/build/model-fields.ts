// The fields of each content model as an editor would describe them.
// Positions and ids are not written by hand: the order of a list is the order of the fields.
import type { FieldProperties } from './bundle-lines.ts';
import { families } from './products.ts';

export type FieldSource = {
  readonly name: string;
  readonly display: string;
  readonly type: string;
  readonly help: string;
  readonly isRequired?: true;
  readonly isSearchable?: true;
  readonly isLocalized?: true;
  readonly validation?: FieldProperties['validation'];
  readonly relation?: { readonly type: string; readonly targetModel: string; readonly targetField: string };
  readonly component?: string;
};

const slugRule = { pattern: '^/[a-z0-9/-]+$', unique: true } as const;

export const blogFields: readonly FieldSource[] = [
  {
    name: 'title',
    display: 'Title',
    type: 'text',
    help: 'Shown in lists and as the heading.',
    isRequired: true,
    isSearchable: true,
    isLocalized: true,
    validation: { min_length: 5, max_length: 120 },
  },
  {
    name: 'page_slug',
    display: 'Address',
    type: 'text',
    help: 'Path of the post, beginning with a slash.',
    isRequired: true,
    isLocalized: true,
    validation: slugRule,
  },
  {
    name: 'summary',
    display: 'Summary',
    type: 'text',
    help: 'One or two sentences for lists.',
    isSearchable: true,
    isLocalized: true,
    validation: { max_length: 300 },
  },
  {
    name: 'body',
    display: 'Body',
    type: 'rich_text',
    help: 'The post itself.',
    isRequired: true,
    isSearchable: true,
    isLocalized: true,
  },
  {
    name: 'hero_image',
    display: 'Hero image',
    type: 'media',
    help: 'Landscape, at least 1600 pixels wide.',
    validation: { media_types: ['image/jpeg', 'image/webp'], max_bytes: 5_000_000 },
  },
  {
    name: 'topic',
    display: 'Topic',
    type: 'select',
    help: 'The shelf the post stands on.',
    isRequired: true,
    validation: { options: ['trips', 'care', 'people', 'home'] },
  },
  {
    name: 'tags',
    display: 'Tags',
    type: 'multi_select',
    help: 'Up to four.',
    validation: { options: ['winter', 'summer', 'family', 'repair', 'wool', 'light', 'night'], max_items: 4 },
  },
  {
    name: 'reading_minutes',
    display: 'Reading time',
    type: 'number',
    help: 'In whole minutes.',
    validation: { min: 1, max: 60, integer: true },
  },
  { name: 'published_on', display: 'Published on', type: 'date', help: 'The date readers see.' },
  { name: 'is_featured', display: 'Featured', type: 'boolean', help: 'Shown at the top of the journal.' },
  {
    name: 'related_posts',
    display: 'Related posts',
    type: 'relation',
    help: 'Posts to read next.',
    relation: { type: 'many_to_many', targetModel: 'blog', targetField: 'title' },
    validation: { max_items: 3 },
  },
];

export const landingPageFields: readonly FieldSource[] = [
  {
    name: 'title',
    display: 'Headline',
    type: 'text',
    help: 'The first line of the page.',
    isRequired: true,
    isSearchable: true,
    isLocalized: true,
    validation: { max_length: 80 },
  },
  {
    name: 'page_slug',
    display: 'Address',
    type: 'text',
    help: 'Path of the page, beginning with a slash.',
    isRequired: true,
    isLocalized: true,
    validation: slugRule,
  },
  {
    name: 'body',
    display: 'Introduction',
    type: 'rich_text',
    help: 'Shown under the headline.',
    isSearchable: true,
    isLocalized: true,
  },
  {
    name: 'layout',
    display: 'Layout',
    type: 'select',
    help: 'How picture and text share the page.',
    isRequired: true,
    validation: { options: ['split', 'full', 'grid'] },
  },
  {
    name: 'collection',
    display: 'Collection',
    type: 'text',
    help: 'Id of the product collection shown below.',
  },
  {
    name: 'free_shipping_from',
    display: 'Free shipping from',
    type: 'currency',
    help: 'In the currency of the store.',
    validation: { min: 0 },
  },
  {
    name: 'valid_until',
    display: 'Valid until',
    type: 'date',
    help: 'The page hides its countdown after this day.',
  },
  { name: 'tracking', display: 'Tracking', type: 'json', help: 'Passed on to the storefront as it is.' },
  {
    name: 'call_to_action',
    display: 'Call to action',
    type: 'component',
    help: 'Button text and target.',
    component: 'call-to-action',
  },
  {
    name: 'lead_post',
    display: 'Lead post',
    type: 'relation',
    help: 'The journal post the page points to.',
    relation: { type: 'many_to_one', targetModel: 'blog', targetField: 'title' },
  },
];

export const siteSettingsFields: readonly FieldSource[] = [
  {
    name: 'title',
    display: 'Site name',
    type: 'text',
    help: 'Shown in the browser tab.',
    isRequired: true,
    isLocalized: true,
  },
  { name: 'support_hours', display: 'Support hours', type: 'text', help: 'In words.', isLocalized: true },
  {
    name: 'return_days',
    display: 'Days to return',
    type: 'number',
    help: 'Counted from delivery.',
    validation: { min: 14, max: 365, integer: true },
  },
  {
    name: 'show_outlet',
    display: 'Show the outlet',
    type: 'boolean',
    help: 'Adds the outlet to the navigation.',
  },
];

export const productFields: readonly FieldSource[] = [
  {
    name: 'name',
    display: 'Name',
    type: 'text',
    help: 'As printed on the label.',
    isRequired: true,
    isSearchable: true,
    isLocalized: true,
  },
  {
    name: 'description',
    display: 'Description',
    type: 'rich_text',
    help: 'Two to four sentences.',
    isSearchable: true,
    isLocalized: true,
  },
  { name: 'brand', display: 'Brand', type: 'text', help: 'The maker.', isRequired: true, isSearchable: true },
  {
    name: 'price',
    display: 'Price',
    type: 'currency',
    help: 'Including tax.',
    isRequired: true,
    validation: { min: 0 },
  },
  {
    name: 'color',
    display: 'Colours',
    type: 'multi_select',
    help: 'The colours it is made in.',
    validation: { options: [...new Set(families.flatMap(({ colors }) => colors))].sort() },
  },
  { name: 'release_date', display: 'Release date', type: 'date', help: 'The first day it was sold.' },
];
