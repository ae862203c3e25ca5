// What came back from a request: status, time and body, as text and never as markup.

/** More would make the page slow; the rest is cut off. */
const SHOWN_MAX_CHARS = 100_000;

export const showResult = async (place: HTMLElement, ask: () => Promise<Response>): Promise<void> => {
  place.replaceChildren(line('Sending …', ''));
  const startedAt = performance.now();
  try {
    const response = await ask();
    const text = await response.text();
    const tookMs = Math.round(performance.now() - startedAt);
    const bytes = new TextEncoder().encode(text).length;
    place.replaceChildren(
      line(
        `${response.status} ${response.statusText} · ${tookMs} ms · ${bytes.toLocaleString('en')} bytes`,
        response.ok ? 'good' : 'bad',
      ),
      block(format(text)),
    );
  } catch {
    place.replaceChildren(
      line('No response: the service cannot be reached, or the values are not valid in a request.', 'bad'),
    );
  }
};

const line = (text: string, kind: string): HTMLElement => {
  const element = document.createElement('p');
  element.className = `outcome ${kind}`;
  element.textContent = text;
  return element;
};

const block = (text: string): HTMLElement => {
  const element = document.createElement('pre');
  element.tabIndex = 0;
  element.setAttribute('aria-label', 'Response');
  element.textContent =
    text.length > SHOWN_MAX_CHARS ? `${text.slice(0, SHOWN_MAX_CHARS)}\n… cut off here` : text;
  return element;
};

const format = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text === '' ? '(no body)' : text;
  }
};
