// Stoves, cookware and bottles.
// No single products here: each line is made in every size of the variant set.
import type { Family } from './family.ts';

export const campKitchenFamilies: readonly Family[] = [
  {
    key: 'stove',
    category: 'Stoves',
    noun: ['Camp Stove', 'Campingkocher', 'Réchaud'],
    variants: 'stoveKits',
    colors: ['steel', 'brass'],
    collections: ['first-camp'],
    features: [
      [
        'It can be taken apart for cleaning with the small key in the lid.',
        'Zum Reinigen lässt er sich mit dem kleinen Schlüssel im Deckel zerlegen.',
        'Il se démonte pour le nettoyage avec la petite clé logée dans le couvercle.',
      ],
      [
        'The pot supports are wide enough for a family pan.',
        'Die Topfauflage ist breit genug für eine Familienpfanne.',
        'Les supports sont assez larges pour une poêle familiale.',
      ],
    ],
    lines: [
      {
        name: 'Glo',
        brand: 'Lyktemark',
        usd: 79,
        weightG: 240,
        material: 'stainless steel',
        season: 'all-season',
        pitch: [
          'A gas stove that boils a litre in under four minutes, even in a breeze.',
          'Ein Gaskocher, der einen Liter auch bei Wind in weniger als vier Minuten kocht.',
          'Un réchaud à gaz qui porte un litre à ébullition en moins de quatre minutes, même au vent.',
        ],
      },
      {
        name: 'Sprit',
        brand: 'Torvgard',
        usd: 64,
        weightG: 310,
        material: 'brass',
        season: 'all-season',
        pitch: [
          'An alcohol burner without moving parts, silent and nearly impossible to break.',
          'Ein Spiritusbrenner ohne bewegliche Teile, leise und kaum kaputtzukriegen.',
          'Un brûleur à alcool sans pièce mobile, silencieux et presque indestructible.',
        ],
      },
      {
        name: 'Nord',
        brand: 'Steinrygg',
        usd: 169,
        weightG: 460,
        material: 'stainless steel',
        season: 'winter',
        pitch: [
          'A liquid-fuel stove for deep cold, pumped by hand and serviced with one tool.',
          'Ein Benzinkocher für strenge Kälte, von Hand gepumpt und mit einem Werkzeug gewartet.',
          'Un réchaud à essence pour le grand froid, pompé à la main et entretenu avec un seul outil.',
        ],
      },
      {
        name: 'Kvas',
        brand: 'Bregnholt',
        usd: 94,
        weightG: 980,
        material: 'stainless steel',
        season: 'three-season',
        pitch: [
          'A folding wood stove that turns a handful of dry twigs into supper.',
          'Ein faltbarer Holzofen, der aus einer Handvoll trockener Zweige ein Abendessen macht.',
          'Un poêle à bois pliable qui transforme une poignée de brindilles sèches en dîner.',
        ],
      },
    ],
  },
  {
    key: 'cookware',
    category: 'Cookware',
    noun: ['Cooking Pot', 'Kochtopf', 'Casserole'],
    variants: 'pots',
    colors: ['black', 'steel', 'cream'],
    collections: ['first-camp', 'gifts'],
    features: [
      [
        'The lid drains pasta and sits tight in a rucksack.',
        'Der Deckel gießt Nudeln ab und sitzt im Rucksack fest.',
        'Le couvercle égoutte les pâtes et tient bien dans un sac à dos.',
      ],
      [
        'Marks on the inside show every quarter litre.',
        'Markierungen auf der Innenseite zeigen jeden Viertelliter.',
        "Des repères à l'intérieur indiquent chaque quart de litre.",
      ],
    ],
    lines: [
      {
        name: 'Gryte',
        brand: 'Torvgard',
        usd: 89,
        weightG: 2400,
        material: 'cast iron',
        season: 'all-season',
        pitch: [
          'A cast-iron pot for open fires, bread and stews that take an afternoon.',
          'Ein gusseiserner Topf für offenes Feuer, Brot und Eintöpfe, die einen Nachmittag brauchen.',
          "Une cocotte en fonte pour le feu de bois, le pain et les ragoûts d'un après-midi.",
        ],
      },
      {
        name: 'Lettkok',
        brand: 'Kvitfoss',
        usd: 69,
        weightG: 210,
        material: 'titanium',
        season: 'all-season',
        pitch: [
          'A titanium pot that weighs less than the soup packet it cooks.',
          'Ein Titantopf, der weniger wiegt als die Suppentüte, die darin kocht.',
          "Une casserole en titane, plus légère que le sachet de soupe qu'elle chauffe.",
        ],
      },
      {
        name: 'Leir',
        brand: 'Fjordlight',
        usd: 49,
        weightG: 420,
        material: 'hard-anodised aluminium',
        season: 'all-season',
        pitch: [
          'An aluminium camp pot with a folding handle that stays cool.',
          'Ein Campingtopf aus Aluminium mit einem Klappgriff, der kühl bleibt.',
          'Une casserole de camp en aluminium, avec une poignée pliante qui reste froide.',
        ],
      },
      {
        name: 'Kjele',
        brand: 'Bregnholt',
        usd: 59,
        weightG: 890,
        material: 'enamelled steel',
        season: 'all-season',
        pitch: [
          'An enamel pot with a pouring lip for soup, pasta and a crowd that wants coffee now.',
          'Ein Emailletopf mit Ausguss für Suppe, Nudeln und eine Runde, die sofort Kaffee will.',
          'Une casserole émaillée à bec verseur pour la soupe, les pâtes et une tablée qui veut du café tout de suite.',
        ],
      },
    ],
  },
  {
    key: 'bottle',
    category: 'Bottles',
    noun: ['Bottle', 'Trinkflasche', 'Gourde'],
    variants: 'bottles',
    colors: ['steel', 'forest green', 'rust red', 'white'],
    collections: ['everyday', 'gifts'],
    features: [
      [
        'The cap comes apart without tools and goes into the dishwasher.',
        'Der Verschluss lässt sich ohne Werkzeug zerlegen und darf in die Spülmaschine.',
        'Le bouchon se démonte sans outil et passe au lave-vaisselle.',
      ],
      [
        'The mouth is wide enough for ice cubes and a brush.',
        'Die Öffnung ist breit genug für Eiswürfel und eine Bürste.',
        'Le goulot est assez large pour des glaçons et un goupillon.',
      ],
    ],
    lines: [
      {
        name: 'Kilde',
        brand: 'Fjordlight',
        usd: 24,
        weightG: 180,
        material: 'stainless steel',
        season: 'summer',
        pitch: [
          'A single-wall steel bottle for water from the tap or from the stream.',
          'Eine einwandige Stahlflasche für Wasser aus dem Hahn oder aus dem Bach.',
          "Une gourde en acier à simple paroi pour l'eau du robinet ou du ruisseau.",
        ],
      },
      {
        name: 'Varme',
        brand: 'Lyktemark',
        usd: 39,
        weightG: 390,
        material: 'stainless steel',
        season: 'winter',
        pitch: [
          'A vacuum flask that still pours hot tea when the sun goes down.',
          'Eine Thermosflasche, aus der bei Sonnenuntergang noch heißer Tee kommt.',
          'Une bouteille isotherme qui verse encore du thé chaud au coucher du soleil.',
        ],
      },
      {
        name: 'Flyt',
        brand: 'Kvitfoss',
        usd: 29,
        weightG: 60,
        material: 'soft polymer',
        season: 'summer',
        pitch: [
          'A soft bottle that shrinks as you drink and rolls up when it is empty.',
          'Eine weiche Flasche, die beim Trinken schrumpft und leer zusammengerollt wird.',
          "Une gourde souple qui rétrécit à mesure que l'on boit et se roule une fois vide.",
        ],
      },
      {
        name: 'Glass',
        brand: 'Bregnholt',
        usd: 34,
        weightG: 410,
        material: 'borosilicate glass',
        season: 'all-season',
        pitch: [
          'A glass bottle in a felt sleeve for desks and picnic baskets.',
          'Eine Glasflasche in einer Filzhülle für Schreibtisch und Picknickkorb.',
          'Une bouteille en verre dans un étui en feutre, pour le bureau et le pique-nique.',
        ],
      },
    ],
  },
];
