// Drawings of the demo's product families, by their keys, on a square of 240 units.

const jacket = (details: string): string =>
  `<path d="M84 48 L108 36 H132 L156 48 L186 66 L212 180 L184 188 L162 110 V204 H78 V110 L56 188 L28 180 L54 66 Z"/>${details}`;

const boot = (heightOfShaft: number): string =>
  `<path d="M92 ${heightOfShaft} H140 V140 L196 172 Q206 180 202 198 H88 Q82 172 92 ${heightOfShaft} Z"/><path d="M88 198 H204 V208 H86 Z" fill="#2b2b2b"/>`;

export const shapes: ReadonlyMap<string, string> = new Map([
  ['rain-jacket', jacket('<path d="M100 44 Q120 20 140 44 Q120 62 100 44 Z M120 58 V204" />')],
  ['down-jacket', jacket('<path d="M78 84 H162 M78 112 H162 M78 140 H162 M78 168 H162 M120 40 V204"/>')],
  ['fleece', jacket('<path d="M120 40 V110 M92 150 H148" fill="none"/>')],
  ['sweater', jacket('<path d="M102 40 Q120 58 138 40 M78 188 H162" fill="none"/>')],
  ['base-layer', jacket('<path d="M106 38 Q120 50 134 38" fill="none"/>')],
  ['trousers', '<path d="M80 40 H160 L172 204 H132 L120 96 L108 204 H68 Z"/><path d="M80 56 H160"/>'],
  [
    'hat',
    '<path d="M64 150 Q64 64 120 64 Q176 64 176 150 Z"/><path d="M56 150 H184 V184 H56 Z"/><circle cx="120" cy="56" r="14"/>',
  ],
  [
    'gloves',
    '<path d="M84 204 V124 L52 96 Q46 82 60 82 L88 100 V56 Q94 44 104 56 V44 Q112 32 122 44 V52 Q132 42 140 54 V72 Q152 62 158 76 V204 Z"/><path d="M84 176 H158"/>',
  ],
  [
    'socks',
    '<path d="M92 36 H144 V132 L190 172 Q198 200 168 204 Q140 204 92 164 Z"/><path d="M92 58 H144"/>',
  ],
  ['hiking-boots', boot(76)],
  ['rubber-boots', boot(40)],
  [
    'trail-shoes',
    '<path d="M44 132 Q72 148 100 112 L142 150 L196 170 Q206 182 200 198 H44 Z"/><path d="M44 198 H202 V208 H42 Z" fill="#2b2b2b"/>',
  ],
  ['tent', '<path d="M120 52 L212 204 H28 Z"/><path d="M120 52 L146 204 H94 Z" fill="#f4f1ea"/>'],
  [
    'sleeping-bag',
    '<path d="M88 60 Q120 20 152 60 L164 180 Q120 220 76 180 Z"/><path d="M98 72 Q120 46 142 72 Q120 96 98 72 Z" fill="#f4f1ea"/>',
  ],
  [
    'sleeping-mat',
    '<rect x="76" y="36" width="88" height="168" rx="14"/><path d="M76 78 H164 M76 120 H164 M76 162 H164"/>',
  ],
  [
    'stove',
    '<path d="M96 120 H144 L152 156 H88 Z"/><rect x="92" y="156" width="56" height="48" rx="10"/><path d="M66 104 H174 M80 104 L96 120 M160 104 L144 120 M120 92 Q104 72 120 48 Q136 72 120 92"/>',
  ],
  [
    'cookware',
    '<path d="M60 108 H180 V180 Q180 204 156 204 H84 Q60 204 60 180 Z"/><path d="M52 96 H188 V110 H52 Z M180 130 H214"/><circle cx="120" cy="86" r="9"/>',
  ],
  [
    'bottle',
    '<path d="M92 84 Q92 68 104 64 V44 H136 V64 Q148 68 148 84 V196 Q148 206 138 206 H102 Q92 206 92 196 Z"/><rect x="100" y="30" width="40" height="18" rx="4"/>',
  ],
  [
    'headlamp',
    '<path d="M36 132 Q120 60 204 132" fill="none"/><rect x="84" y="92" width="72" height="64" rx="16"/><circle cx="120" cy="124" r="20" fill="#fdf3c0"/>',
  ],
  [
    'lantern',
    '<path d="M84 92 Q120 28 156 92" fill="none"/><rect x="84" y="92" width="72" height="24" rx="6"/><rect x="92" y="116" width="56" height="64" fill="#fdf3c0"/><rect x="80" y="180" width="80" height="24" rx="6"/>',
  ],
  [
    'knife',
    '<path d="M44 196 L116 116 L132 132 L60 208 Q44 212 44 196 Z"/><path d="M116 116 L196 36 Q204 84 132 132 Z" fill="#dfe4e8"/>',
  ],
  [
    'backpack',
    '<path d="M76 84 Q76 40 120 40 Q164 40 164 84 V192 Q164 206 150 206 H90 Q76 206 76 192 Z"/><path d="M92 136 H148 V188 H92 Z M96 84 H144 M104 40 Q120 20 136 40"/>',
  ],
  [
    'dry-bag',
    '<path d="M84 76 H156 L164 192 Q164 206 150 206 H90 Q76 206 76 192 Z"/><path d="M84 52 H156 V76 H84 Z M108 52 Q120 32 132 52"/>',
  ],
  [
    'duffel',
    '<rect x="32" y="104" width="176" height="92" rx="40"/><path d="M84 104 Q120 52 156 104 M84 104 V196 M156 104 V196" fill="none"/>',
  ],
  [
    'blanket',
    '<path d="M52 76 H172 L196 100 V196 H76 L52 172 Z"/><path d="M76 100 H196 M52 76 L76 100 V196"/><path d="M76 132 H196 M76 164 H196"/>',
  ],
  [
    'mug',
    '<path d="M72 76 H156 V184 Q156 204 136 204 H92 Q72 204 72 184 Z"/><path d="M156 100 H176 Q196 100 196 128 Q196 160 156 164" fill="none"/>',
  ],
  [
    'candle',
    '<rect x="76" y="108" width="88" height="96" rx="8"/><path d="M120 108 V88" /><path d="M120 88 Q100 64 120 36 Q140 64 120 88 Z" fill="#f4b942"/>',
  ],
]);
