// The conditions and actions of a merchandising rule, as they are stored (Decision 0069).

import { Type } from 'typebox';
import { id, locale, name, time, URL_MAX_CHARS } from '../bundle-values.ts';
import { closedObject, namedObject } from '../values.ts';
import { filterActions, filterOperators } from './product-criteria.ts';

/** A path of the storefront or a web address; nothing that a browser would run. */
export const REDIRECT_PATTERN = '^(?:/(?![/\\\\])|https?://)\\S*$';
const PRIORITY_MAX = 1_000_000;
const RULE_TERMS_MAX = 100;
const RULE_BOOSTS_MAX = 20;
const RULE_GROUPS_MAX = 20;
const RULES_PER_GROUP_MAX = 100;
const POSITION_MAX = 1_000;
const FACTOR_MAX = 100;

export const ruleConditions = Type.Object(
  {
    search_term: Type.Optional(name()),
    category_id: Type.Optional(id()),
    search_term_contains: Type.Optional(name()),
    search_term_any_of: Type.Optional(Type.Array(name(), { minItems: 1, maxItems: RULE_TERMS_MAX })),
    collection_id: Type.Optional(id()),
    locale: Type.Optional(locale()),
    customer_group_id: Type.Optional(id()),
    channel_id: Type.Optional(id()),
    from: Type.Optional(time()),
    until: Type.Optional(time()),
  },
  { additionalProperties: false, minProperties: 1 },
);

const ruleFilter = () =>
  Type.Array(
    closedObject({
      group: namedObject('RuleFilterGroup', {
        operator: Type.Enum([...filterOperators], { default: 'AND' }),
        rules: Type.Array(
          namedObject('RuleFilterRule', {
            action: Type.Enum([...filterActions]),
            field_name: id(),
            value: name(),
          }),
          { minItems: 1, maxItems: RULES_PER_GROUP_MAX },
        ),
      }),
    }),
    { minItems: 1, maxItems: RULE_GROUPS_MAX },
  );

const ruleBoosts = (what: string) =>
  Type.Array(
    namedObject(what, {
      factor: Type.Number({ minimum: 1, maximum: FACTOR_MAX }),
      ids: Type.Optional(Type.Array(id(), { minItems: 1 })),
      filter: Type.Optional(ruleFilter()),
    }),
    { minItems: 1, maxItems: RULE_BOOSTS_MAX },
  );

export const ruleOptions = {
  pin_at: Type.Optional(
    Type.Array(
      namedObject('PinAt', { id: id(), position: Type.Integer({ minimum: 1, maximum: POSITION_MAX }) }),
      { minItems: 1 },
    ),
  ),
  boost: Type.Optional(ruleBoosts('RuleBoost')),
  bury: Type.Optional(ruleBoosts('RuleBury')),
  only: Type.Optional(ruleFilter()),
  redirect_url: Type.Optional(Type.String({ pattern: REDIRECT_PATTERN, maxLength: URL_MAX_CHARS })),
  priority: Type.Optional(Type.Integer({ minimum: -PRIORITY_MAX, maximum: PRIORITY_MAX })),
  environment_ids: Type.Optional(Type.Array(id(), { minItems: 1 })),
  status: Type.Optional(Type.Enum(['draft', 'active'])),
};
