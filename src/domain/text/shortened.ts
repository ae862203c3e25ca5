// Shortens a text for a message. It is cut between characters, and shows that it was cut.

export const shortened = (text: string, maxChars: number): string =>
  text.length <= maxChars ? text : `${text.slice(0, maxChars).toWellFormed()}…`;
