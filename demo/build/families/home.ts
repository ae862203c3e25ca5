// Blankets, mugs and candles.
// No single products here: each line is made in every size of the variant set.
import type { Family } from './family.ts';

export const homeFamilies: readonly Family[] = [
  {
    key: 'blanket',
    category: 'Blankets',
    noun: ['Wool Blanket', 'Wolldecke', 'Couverture en laine'],
    variants: 'throws',
    colors: ['undyed cream', 'indigo', 'moss', 'rust red'],
    collections: ['gifts', 'winter-2026'],
    features: [
      [
        'Air it outdoors on a damp morning and it hardly ever needs washing.',
        'An einem feuchten Morgen gelüftet, muss sie fast nie gewaschen werden.',
        "Aérée par un matin humide, elle n'a presque jamais besoin d'être lavée.",
      ],
      [
        'The fringe is twisted by hand, and no two corners are quite alike.',
        'Die Fransen sind von Hand gedreht, keine zwei Ecken sind ganz gleich.',
        "Les franges sont torsadées à la main et aucun coin n'est tout à fait pareil.",
      ],
    ],
    lines: [
      {
        name: 'Sæter',
        brand: 'Ullvarde',
        usd: 149,
        weightG: 1100,
        material: 'lambswool',
        season: 'all-season',
        pitch: [
          'A checked blanket in the colours of a summer farm.',
          'Eine karierte Decke in den Farben einer Sommeralm.',
          "Une couverture à carreaux aux couleurs d'une ferme d'alpage.",
        ],
      },
      {
        name: 'Naust',
        brand: 'Bregnholt',
        usd: 119,
        weightG: 1300,
        material: 'recycled wool',
        season: 'all-season',
        pitch: [
          'A sturdy blanket in recycled wool for boathouses, bonfires and back seats.',
          'Eine feste Decke aus recycelter Wolle für Bootshaus, Lagerfeuer und Rücksitz.',
          'Une couverture solide en laine recyclée pour le hangar à bateaux, le feu de camp et la voiture.',
        ],
      },
      {
        name: 'Måneskinn',
        brand: 'Ullvarde',
        usd: 199,
        weightG: 850,
        material: 'merino wool',
        season: 'all-season',
        pitch: [
          'A soft merino throw woven so loosely that it seems to float.',
          'Eine weiche Merinodecke, so locker gewebt, dass sie zu schweben scheint.',
          "Un plaid doux en mérinos, tissé si lâche qu'il semble flotter.",
        ],
      },
      {
        name: 'Lun',
        brand: 'Fjordlight',
        usd: 89,
        weightG: 980,
        material: 'wool and cotton',
        season: 'all-season',
        pitch: [
          'An everyday blanket that can go into the washing machine.',
          'Eine Alltagsdecke, die in die Waschmaschine darf.',
          'Une couverture de tous les jours qui passe en machine.',
        ],
      },
    ],
  },
  {
    key: 'mug',
    category: 'Mugs',
    noun: ['Mug', 'Becher', 'Tasse'],
    variants: 'mugs',
    colors: ['cream', 'forest green', 'blue', 'speckled'],
    collections: ['gifts', 'everyday'],
    features: [
      [
        'A leather loop lets it hang from a rucksack or a hook.',
        'Mit der Lederschlaufe hängt er am Rucksack oder am Haken.',
        'Une boucle de cuir permet de la suspendre au sac ou à un crochet.',
      ],
      [
        'The handle takes a gloved finger.',
        'Durch den Henkel passt ein Finger im Handschuh.',
        "L'anse laisse passer un doigt ganté.",
      ],
    ],
    lines: [
      {
        name: 'Emalje',
        brand: 'Bregnholt',
        usd: 16,
        weightG: 140,
        material: 'enamelled steel',
        season: 'all-season',
        pitch: [
          'An enamel mug with a steel rim that tells its age by its chips.',
          'Ein Emaillebecher mit Stahlrand, dem man sein Alter an den Macken ansieht.',
          "Une tasse émaillée à bord d'acier, dont l'âge se lit aux éclats.",
        ],
      },
      {
        name: 'Tre',
        brand: 'Torvgard',
        usd: 38,
        weightG: 110,
        material: 'birch burl',
        season: 'all-season',
        pitch: [
          'A cup carved from birch burl, light in the pack and kind to the lips.',
          'Ein Becher aus Birkenmaser, leicht im Rucksack und angenehm an den Lippen.',
          'Une tasse taillée dans la loupe de bouleau, légère dans le sac et douce aux lèvres.',
        ],
      },
      {
        name: 'Leire',
        brand: 'Bregnholt',
        usd: 24,
        weightG: 320,
        material: 'stoneware',
        season: 'all-season',
        pitch: [
          'A stoneware mug thrown on the wheel and glazed in the grey of the fjord.',
          'Ein Becher aus Steinzeug, auf der Scheibe gedreht und im Grau des Fjords glasiert.',
          'Une tasse en grès tournée à la main, émaillée du gris du fjord.',
        ],
      },
      {
        name: 'Dobbel',
        brand: 'Lyktemark',
        usd: 29,
        weightG: 210,
        material: 'stainless steel',
        season: 'winter',
        pitch: [
          'A double-wall steel mug that keeps coffee hot and fingers cool.',
          'Ein doppelwandiger Stahlbecher, der den Kaffee heiß und die Finger kühl hält.',
          'Une tasse en acier à double paroi, qui garde le café chaud et les doigts au frais.',
        ],
      },
    ],
  },
  {
    key: 'candle',
    category: 'Candles',
    noun: ['Candle', 'Kerze', 'Bougie'],
    variants: 'burnTimes',
    colors: ['natural', 'amber', 'sage'],
    collections: ['gifts', 'winter-2026'],
    features: [
      [
        'Poured by hand around a cotton wick, without paraffin or dye.',
        'Von Hand um einen Baumwolldocht gegossen, ohne Paraffin und ohne Farbstoff.',
        "Coulée à la main autour d'une mèche en coton, sans paraffine ni colorant.",
      ],
      [
        'Let the first burn reach the edge and it will not tunnel later.',
        'Beim ersten Mal bis zum Rand schmelzen lassen, dann brennt sie später gleichmäßig.',
        "Laissez fondre la cire jusqu'au bord la première fois et elle brûlera régulièrement.",
      ],
    ],
    lines: [
      {
        name: 'Bål',
        brand: 'Bregnholt',
        usd: 32,
        weightG: 260,
        material: 'rapeseed wax',
        season: 'winter',
        pitch: [
          'A candle that smells of birch smoke and the jumper you wore to the bonfire.',
          'Eine Kerze, die nach Birkenrauch riecht und nach dem Pullover vom Lagerfeuer.',
          'Une bougie au parfum de fumée de bouleau et de pull porté près du feu de camp.',
        ],
      },
      {
        name: 'Furu',
        brand: 'Bregnholt',
        usd: 29,
        weightG: 250,
        material: 'rapeseed wax',
        season: 'winter',
        pitch: [
          'A candle with resin, pine needles and a little orange peel for December.',
          'Eine Kerze mit Harz, Kiefernnadeln und etwas Orangenschale für den Dezember.',
          "Une bougie à la résine, aux aiguilles de pin et à l'écorce d'orange, pour décembre.",
        ],
      },
      {
        name: 'Hav',
        brand: 'Havnbris',
        usd: 34,
        weightG: 270,
        material: 'rapeseed wax',
        season: 'all-season',
        pitch: [
          'A candle of salt, seaweed and clean rope, like a window open to the harbour.',
          'Eine Kerze nach Salz, Tang und sauberem Tauwerk, wie ein offenes Fenster zum Hafen.',
          "Une bougie de sel, d'algues et de cordage propre, comme une fenêtre ouverte sur le port.",
        ],
      },
      {
        name: 'Stille',
        brand: 'Bregnholt',
        usd: 24,
        weightG: 240,
        material: 'beeswax',
        season: 'all-season',
        pitch: [
          'An unscented beeswax candle for dinner tables and quiet evenings.',
          'Eine duftfreie Bienenwachskerze für den Esstisch und stille Abende.',
          "Une bougie en cire d'abeille sans parfum, pour la table et les soirées calmes.",
        ],
      },
    ],
  },
];
