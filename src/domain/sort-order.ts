// The direction of a sort.

export type SortOrder = 'asc' | 'desc';
