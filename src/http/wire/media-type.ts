// Whether a Content-Type says JSON in UTF-8. Parameters are allowed; a charset other than UTF-8 is not.

const PARAMETER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)=(?:"([^"\\]*)"|([!#$%&'*+.^_`|~0-9A-Za-z-]*))$/;

export const isJsonMediaType = (contentType: string | undefined): boolean => {
  if (contentType === 'application/json') return true;
  const [type, ...parameters] = (contentType ?? '').split(';').map((part) => part.trim());
  return type?.toLowerCase() === 'application/json' && parameters.every(isAllowedParameter);
};

const isAllowedParameter = (parameter: string): boolean => {
  if (parameter === '') {
    return true;
  }
  const match = PARAMETER.exec(parameter);
  if (match === null) {
    return false;
  }
  const [, name, quoted, plain] = match;
  return name?.toLowerCase() !== 'charset' || /^utf-?8$/i.test(quoted ?? plain ?? '');
};
