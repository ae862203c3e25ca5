// The entry of the thread for long requests. Loading its code takes longer than a request, so the priority comes first.

import { lowerPriority } from './lower-priority.ts';

lowerPriority();

await import('./serve-long-requests.ts');
