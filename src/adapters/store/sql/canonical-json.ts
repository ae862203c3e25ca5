// JSON with sorted keys, so that equal values make equal texts. Takes values as JSON.parse returns them.

export const canonicalJson = (value: unknown): string => {
  if (value === null || typeof value !== 'object') {
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) {
    return `[${value.map(canonicalJson).join(',')}]`;
  }
  return objectText(value as Record<string, unknown>, undefined);
};

/** The same, without one property of the outermost object. */
export const canonicalJsonWithout = (value: object, omitted: string): string =>
  objectText(value as Record<string, unknown>, omitted);

const objectText = (value: Record<string, unknown>, omitted: string | undefined): string => {
  let text = '';
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member !== undefined && key !== omitted) {
      text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(member)}`;
    }
  }
  return `{${text}}`;
};
