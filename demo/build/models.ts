// The content models: two that pages are made of, one that cannot be versioned, and the one products follow.
// Values are not here: records carry them.
import type { ContentModelLine, ModelField } from './bundle-lines.ts';
import { blogModelId, landingPageModelId, productModelId, siteSettingsModelId } from './ids.ts';
import type { FieldSource } from './model-fields.ts';
import { blogFields, landingPageFields, productFields, siteSettingsFields } from './model-fields.ts';
import { uuidFrom } from './uuid.ts';

export function buildModels(): ContentModelLine[] {
  return [
    {
      ...modelBase(blogModelId, 'blog', 'Blog', 'collection', '2025-01-08T09:00:00Z', blogFields),
      template: 'journal-post',
      act_as_web_page: true,
      is_versionable: true,
      description: 'Posts of the Fjordlight journal.',
      localized: {
        'de-de': { name: 'Journal', description: 'Beiträge des Fjordlight-Journals.' },
        'fr-fr': { name: 'Journal', description: 'Les articles du journal Fjordlight.' },
      },
    },
    {
      ...modelBase(
        landingPageModelId,
        'landing_page',
        'Landing page',
        'collection',
        '2025-02-03T10:30:00Z',
        landingPageFields,
      ),
      template: 'campaign',
      act_as_web_page: true,
      is_versionable: true,
      description: 'Seasonal pages that open a campaign.',
      localized: {
        'de-de': { name: 'Aktionsseite', description: 'Saisonale Seiten, die eine Aktion eröffnen.' },
        'fr-fr': { name: "Page d'accueil", description: 'Les pages saisonnières qui ouvrent une campagne.' },
      },
    },
    {
      ...modelBase(
        siteSettingsModelId,
        'site_settings',
        'Site settings',
        'single',
        '2025-01-08T09:30:00Z',
        siteSettingsFields,
      ),
      template: '',
      act_as_web_page: false,
      is_versionable: false,
      description: 'Settings of the whole site, changed at once and without versions.',
      localized: {
        'de-de': {
          name: 'Einstellungen',
          description: 'Einstellungen der ganzen Website, sofort wirksam und ohne Versionen.',
        },
        'fr-fr': {
          name: 'Réglages du site',
          description: 'Les réglages du site, appliqués aussitôt et sans versions.',
        },
      },
    },
    {
      ...modelBase(productModelId, 'product', 'Product', 'collection', '2025-01-08T08:30:00Z', productFields),
      template: '',
      act_as_web_page: false,
      is_versionable: false,
      description: 'What the stores know about a product.',
      localized: {
        'de-de': { name: 'Produkt', description: 'Was die Läden über ein Produkt wissen.' },
        'fr-fr': { name: 'Produit', description: "Ce que les boutiques savent d'un produit." },
      },
    },
  ];
}

function modelBase(
  id: string,
  internalName: string,
  name: string,
  type: 'single' | 'collection',
  createdAt: string,
  fields: readonly FieldSource[],
) {
  return {
    kind: 'content_model' as const,
    id,
    internal_name: internalName,
    name,
    type,
    created_at: createdAt,
    is_localization_enabled: true,
    group_id: '',
    fields: fields.map((field, position) => toField(internalName, field, position)),
  };
}

function toField(model: string, source: FieldSource, position: number): ModelField {
  return {
    component_id: source.component === undefined ? '' : uuidFrom(`component:${source.component}`),
    destination_relation_field_id:
      source.relation === undefined ? '' : fieldId(source.relation.targetModel, source.relation.targetField),
    field_properties: {
      id: fieldId(model, source.name),
      internal_name: source.name,
      display_name: source.display,
      data_type: source.type,
      is_searchable: source.isSearchable ?? false,
      is_localized: source.isLocalized ?? false,
      help_text: source.help,
      validation: source.validation ?? {},
    },
    is_required: source.isRequired ?? false,
    relation_type: source.relation?.type ?? '',
    position,
    // The first field names the record in every list, so editors may rename but not remove it.
    is_removable: position > 0,
    is_editable: true,
  };
}

function fieldId(model: string, field: string): string {
  return uuidFrom(`field:${model}:${field}`);
}
