// What the changelog says of one version. Nothing is released whose tag is another version, or whose changes have no date yet.

const HEADING = /^## (\S+) — (.+)$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The section of the version that the tag names, without its heading. */
export const releaseNotes = (tag: string, version: string, changelog: string): string => {
  if (tag !== `v${version}`)
    throw new Error(`The tag is ${tag}, but package.json says ${version}: it must be v${version}`);
  const lines = changelog.split('\n');
  const start = lines.findIndex((line) => HEADING.exec(line)?.[1] === version);
  if (start === -1) throw new Error(`CHANGELOG.md has no section "## ${version} — DATE"`);
  const date = HEADING.exec(lines[start] ?? '')?.[2] ?? '';
  if (!DATE.test(date))
    throw new Error(`CHANGELOG.md says "${date}" for ${version}: put the date of the release there`);
  const end = lines.findIndex((line, at) => at > start && line.startsWith('## '));
  const notes = lines
    .slice(start + 1, end === -1 ? undefined : end)
    .join('\n')
    .trim();
  if (notes === '') throw new Error(`CHANGELOG.md says nothing about ${version}`);
  return `${notes}\n`;
};
