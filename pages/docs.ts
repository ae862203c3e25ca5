// A page of the documentation: buttons to copy its code.

import { addCopyButtons } from './copy-code.ts';

addCopyButtons(document);
