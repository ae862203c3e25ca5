// Sizes for people: `12.3 MiB`.

const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
const STEP = 1024;

export const showBytes = (bytes: number): string => {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)));
  const value = bytes / STEP ** power;
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`;
};
