// The entry of the thread for long reads. Loading its code takes longer than a request, so the priority comes first.

import { lowerPriority } from './lower-priority.ts';

lowerPriority();

await import('./serve-long-reads.ts');
