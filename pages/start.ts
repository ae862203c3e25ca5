// The start page: whether the service is ready, and buttons to copy the requests.

import { addCopyButtons } from './copy-code.ts';

const say = (kind: string, text: string): void => {
  document.getElementById('status')?.classList.add(kind);
  const place = document.getElementById('status-text');
  if (place !== null) place.textContent = text;
};

const showReadiness = async (): Promise<void> => {
  const { ok } = await fetch('/readyz');
  if (ok) say('ready', 'Ready. Requests are being served.');
  else say('waiting', 'Running, but not ready yet. /readyz says why.');
};

addCopyButtons(document);
// The page says only that it runs if this fails.
showReadiness().catch(() => undefined);
