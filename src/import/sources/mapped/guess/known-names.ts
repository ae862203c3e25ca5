// Names that columns often have, by the field that is meant; the first that a file has is taken. Lower case, letters and digits only.

const names = {
  id: 'id productid uid objectid asin handle sku code articlenumber itemid number',
  name: 'name title productname producttitle displayname label',
  sku: 'sku variantsku articlenumber partnumber mpn barcode ean gtin',
  description: 'description longdescription body bodyhtml details text shortdescription',
  brand: 'brand vendor manufacturer make',
  slug: 'slug handle urlkey',
  url: 'url link producturl permalink',
  prices: 'price regularprice listprice unitprice amount',
  sale_prices: 'saleprice specialprice discountprice',
  retail_prices: 'retailprice msrp rrp compareatprice',
  images: 'images image imageurl imageurls imagelink picture photo thumbnail',
  categories: 'categories category producttype categorypath section department',
  collection_ids: 'collections collectionids',
  in_stock: 'instock available availability stock quantity inventory qty',
  created_at: 'createdat created datecreated creationdate publishedat published pubdate date',
  popularity: 'popularity popularityscore salesrank',
  category_name: 'name title label',
  parent_id: 'parentid parent parentcategory',
  locale: 'locale lang language',
  provider_id: 'providerid id guid uid slug path url',
  type: 'type contenttype posttype kind',
  title: 'title name headline',
  summary: 'summary excerpt teaser abstract description',
  body: 'body content text html description',
  keywords: 'keywords tags',
  image_url: 'imageurl image featuredimage picture thumbnail',
  created_by: 'createdby author writer',
  modified_at: 'modifiedat updatedat modified updated lastmodified',
  modified_by: 'modifiedby updatedby editor',
  form_name: 'name slug id',
  display_name: 'displayname title label',
  form_description: 'description summary intro',
  inputs: 'fields questions inputs',
} as const;

export type WantedField = keyof typeof names;

export const knownNames = (field: WantedField): readonly string[] => names[field].split(' ');
