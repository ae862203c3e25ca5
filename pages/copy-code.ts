// A button beside each code block that copies its text. Without scripts there is none, and the text can be selected.

const SAID_MS = 2_000;

export const addCopyButtons = (root: ParentNode): void => {
  // Browsers offer the clipboard only over HTTPS and on the machine itself.
  if (!('clipboard' in navigator)) return;
  for (const block of root.querySelectorAll('pre')) {
    const frame = document.createElement('div');
    frame.className = 'copyable';
    block.replaceWith(frame);
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.setAttribute('aria-live', 'polite');
    button.addEventListener('click', () => void copy(block, button));
    frame.append(block, button);
  }
};

const copy = async (block: HTMLElement, button: HTMLButtonElement): Promise<void> => {
  await navigator.clipboard.writeText(block.textContent ?? '');
  button.textContent = 'Copied';
  setTimeout(() => {
    button.textContent = 'Copy';
  }, SAID_MS);
};
