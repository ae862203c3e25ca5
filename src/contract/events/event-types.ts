// The types of events on the wire.

export const eventTypeNames = ['view', 'click', 'add_to_cart', 'purchase'] as const;
