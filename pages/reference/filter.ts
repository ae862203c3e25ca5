// A field that narrows the list of operations to those whose name, method or path contains every word. The slash key leads to it.

export const addFilter = (place: HTMLElement | null): void => {
  if (place === null) return;
  const label = document.createElement('label');
  const input = document.createElement('input');
  input.type = 'search';
  input.placeholder = 'Press / to filter';
  label.append('Find an operation', input);
  place.append(label);
  input.addEventListener('input', () => narrow(input.value));
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
    event.preventDefault();
    input.focus();
  });
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select') !== null;

const narrow = (text: string): void => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  for (const group of document.querySelectorAll<HTMLElement>('.contents > ul > li')) {
    const items = [...group.querySelectorAll<HTMLElement>('li')];
    for (const item of items) item.hidden = !words.every((word) => textOf(item).includes(word));
    group.hidden = words.length > 0 && items.every((item) => item.hidden);
  }
};

const textOf = (item: HTMLElement): string => {
  const id = item.querySelector('a')?.hash.slice(1) ?? '';
  const path = document.getElementById(id)?.dataset['path'] ?? '';
  return `${item.textContent ?? ''} ${path} ${id}`.toLowerCase();
};
