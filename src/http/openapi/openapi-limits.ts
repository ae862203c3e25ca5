// The limits of a tenant's storage, as the OpenAPI description names them.

import type { Schema } from '../../contract/schema-walk.ts';
import { type Limits, limitNames, settingOf, wordsOf } from '../../domain/limits/limits.ts';

export const describeLimits = (limits: Limits): Schema =>
  Object.fromEntries(
    limitNames.map((limit) => {
      const { counted, holder } = wordsOf(limit);
      return [
        limit,
        {
          value: limits[limit],
          setting: settingOf(limit),
          description: `Maximum number of ${counted} per ${holder}.`,
        },
      ];
    }),
  );
