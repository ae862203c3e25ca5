// What pruning may delete after an import of rows with a mapping: content items of the types in the rows and of the locales that the
// mapping can produce, and forms whose ids the mapping could have produced.

import { normalizeLocale } from '../../../domain/text/locale.ts';
import type { SourceReach, SourceTarget } from '../source-format.ts';
import { isWordPressId } from '../wxr/wxr-ids.ts';
import type { Mapping } from './read-mapping.ts';
import { isMadeUuid } from './rules/conversion.ts';
import type { ObjectOf } from './sections/product-section.ts';

export class MappedReach {
  readonly reach: SourceReach['reach'];
  readonly #types = new Set<string>();
  #hasWordPressIds = false;
  #hasGivenFormIds = false;

  constructor({ content, form }: Mapping, { locale }: SourceTarget) {
    const isAnyLocale = content?.fields.some(({ name }) => name === 'locale') === true;
    const locales = new Set(
      [locale, ...(content?.localized ?? []).map((each) => each.locale)].map(normalizeLocale),
    );
    this.reach = {
      ...(content && {
        isOwnItem: (item) =>
          this.#types.has(item.type) &&
          (isAnyLocale || locales.has(item.locale)) &&
          (this.#hasWordPressIds || !isWordPressId(item.provider_id)),
      }),
      ...(form && { isOwnForm: ({ id }) => this.#hasGivenFormIds || isMadeUuid(id) }),
    };
  }

  /** Call it for each object of the rows. */
  note(object: ObjectOf): void {
    if (object.kind === 'content_item') {
      this.#types.add(String(object['type']));
      this.#hasWordPressIds ||= isWordPressId(String(object['provider_id']));
    }
    if (object.kind === 'form') this.#hasGivenFormIds ||= !isMadeUuid(String(object['id']));
  }
}
