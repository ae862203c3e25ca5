// Journal posts about trips, kept as versioned records. Version 2 of `night-sky` is the draft that documentation
// publishes. No other English text of the demo says "aurora", so that publishing can be seen in a search.
import { recordId } from './ids.ts';
import type { RecordSource } from './record-source.ts';
import type { Text } from './text.ts';

const nightSky: Text = [
  'Leave the town behind, switch off every lamp and give your eyes twenty minutes. In winter the Milky Way stands upright over the fjord, and even a pair of field glasses shows the moons of Jupiter. Sit on a mat, wrap a blanket around your knees and use only red light.',
  'Lassen Sie die Stadt hinter sich, schalten Sie jede Lampe aus und geben Sie Ihren Augen zwanzig Minuten. Im Winter steht die Milchstraße aufrecht über dem Fjord, und schon ein Fernglas zeigt die Monde des Jupiter. Setzen Sie sich auf eine Matte, legen Sie eine Decke um die Knie und benutzen Sie nur rotes Licht.',
  "Laissez la ville derrière vous, éteignez toutes les lampes et donnez vingt minutes à vos yeux. En hiver, la Voie lactée se dresse au-dessus du fjord et de simples jumelles montrent les lunes de Jupiter. Asseyez-vous sur un matelas, une couverture sur les genoux, et n'utilisez que la lumière rouge.",
];
const snowCamp: Text = [
  'Stamp the snow flat an hour before you pitch, so that it can set. Dig a trench in the porch: cold air sinks into it, and you can sit upright with your boots on. Bury the pegs sideways and fill the holes with loose snow, which turns as hard as concrete overnight.',
  'Treten Sie den Schnee eine Stunde vor dem Aufbau fest, damit er abbinden kann. Graben Sie in der Apsis eine Rinne: Kalte Luft sinkt hinein, und Sie sitzen aufrecht mit Stiefeln an den Füßen. Graben Sie die Heringe quer ein und füllen Sie die Löcher mit lockerem Schnee, der über Nacht hart wie Beton wird.',
  "Tassez la neige une heure avant de monter la tente, pour qu'elle durcisse. Creusez une tranchée dans l'abside : l'air froid y descend et vous pouvez vous asseoir chaussures aux pieds. Enterrez les sardines en travers et comblez les trous de neige meuble, qui devient dure comme du béton pendant la nuit.",
];
const summerHut: Text = [
  'The hut has eight beds, a guest book and a rowing boat. You pay by leaving money in a tin. We stayed three nights in July, when it never gets dark enough to light the lantern, and read aloud from the entries of people who had walked there before us.',
  'Die Hütte hat acht Betten, ein Gästebuch und ein Ruderboot. Man bezahlt, indem man Geld in eine Dose legt. Wir blieben drei Nächte im Juli, in denen es nie dunkel genug für die Laterne wird, und lasen einander aus den Einträgen früherer Gäste vor.',
  "Le refuge a huit lits, un livre d'or et une barque. On paie en laissant de l'argent dans une boîte. Nous y sommes restés trois nuits en juillet, quand il ne fait jamais assez noir pour allumer la lanterne, à lire à voix haute les mots de ceux qui étaient venus avant nous.",
];

export const tripRecords: readonly RecordSource[] = [
  {
    key: 'night-sky',
    model: 'blog',
    slug: '/journal/night-sky',
    imageUrl: 'https://media.fjordlight.test/journal/night-sky.jpg',
    versions: [
      {
        name: 'First print',
        createdAt: '2026-01-12T09:20:00Z',
        author: 'Elin Aasen',
        title: ['Watching the winter sky', 'Den Winterhimmel beobachten', "Observer le ciel d'hiver"],
        summary: [
          'What you need for an hour under the stars: little light, much wool and some patience.',
          'Was man für eine Stunde unter Sternen braucht: wenig Licht, viel Wolle und etwas Geduld.',
          "Ce qu'il faut pour une heure sous les étoiles : peu de lumière, beaucoup de laine et de la patience.",
        ],
        paragraphs: [nightSky],
        fields: {
          topic: 'trips',
          tags: ['winter', 'light'],
          reading_minutes: 3,
          published_on: '2026-01-14',
          is_featured: false,
          related_posts: [recordId('snow-camp')],
        },
      },
      {
        name: 'Aurora edition',
        createdAt: '2026-11-10T14:05:00Z',
        author: 'Elin Aasen',
        title: [
          'Where to watch the aurora this winter',
          'Wo man in diesem Winter das Polarlicht sieht',
          'Où voir les aurores boréales cet hiver',
        ],
        summary: [
          'The sun is active, and the coming months are the best in years for seeing the aurora from the coast.',
          'Die Sonne ist aktiv, und die kommenden Monate sind die besten seit Jahren, um an der Küste Polarlicht zu sehen.',
          'Le soleil est actif et les mois à venir sont les meilleurs depuis des années pour voir des aurores depuis la côte.',
        ],
        paragraphs: [
          [
            'The aurora likes clear, moonless nights between nine and one. Look north over open water, where no street lamp spoils the view, and wait for a pale arch that suddenly begins to move. A camera on a stone sees green before you do.',
            'Das Polarlicht mag klare, mondlose Nächte zwischen neun und eins. Blicken Sie über offenes Wasser nach Norden, wo keine Straßenlampe stört, und warten Sie auf einen blassen Bogen, der sich plötzlich bewegt. Eine Kamera auf einem Stein sieht das Grün früher als Sie.',
            "Les aurores aiment les nuits claires et sans lune, entre vingt et une heures et une heure. Regardez vers le nord au-dessus de l'eau, loin des lampadaires, et attendez un arc pâle qui se met soudain à bouger. Un appareil posé sur une pierre voit le vert avant vous.",
          ],
          nightSky,
        ],
        fields: {
          topic: 'trips',
          tags: ['winter', 'night'],
          reading_minutes: 5,
          published_on: '2026-11-14',
          is_featured: true,
          related_posts: [recordId('snow-camp'), recordId('summer-hut')],
        },
      },
    ],
    publications: [
      { environment: 'production', version: 1, locales: null, at: '2026-01-14T07:00:00Z' },
      { environment: 'staging', version: 1, locales: null, at: '2026-01-13T12:00:00Z' },
    ],
  },
  {
    key: 'snow-camp',
    model: 'blog',
    slug: '/journal/snow-camp',
    imageUrl: 'https://media.fjordlight.test/journal/snow-camp.jpg',
    versions: [
      {
        name: 'First print',
        createdAt: '2025-12-01T11:30:00Z',
        author: 'Jonas Berge',
        title: ['A camp on snow', 'Ein Lager auf Schnee', 'Un camp sur la neige'],
        summary: [
          'Snow is soft to sleep on, if you prepare it.',
          'Auf Schnee schläft man weich, wenn man ihn vorbereitet.',
          'La neige est douce pour dormir, si on la prépare.',
        ],
        paragraphs: [snowCamp],
        fields: {
          topic: 'trips',
          tags: ['winter'],
          reading_minutes: 3,
          published_on: '2025-12-03',
          is_featured: false,
          related_posts: [],
        },
      },
      {
        name: 'Better title',
        createdAt: '2025-12-15T09:10:00Z',
        author: 'Ingrid Solvang',
        title: [
          'How to build a camp on snow',
          'Wie man ein Lager auf Schnee baut',
          'Comment installer un camp sur la neige',
        ],
        summary: [
          'Stamp, wait, dig, sleep: a short course in camping on snow.',
          'Treten, warten, graben, schlafen: ein kurzer Kurs im Zelten auf Schnee.',
          'Tasser, attendre, creuser, dormir : petit cours de camping sur neige.',
        ],
        paragraphs: [snowCamp],
        fields: {
          topic: 'trips',
          tags: ['winter'],
          reading_minutes: 3,
          published_on: '2025-12-16',
          is_featured: true,
          related_posts: [],
        },
      },
      {
        name: 'With cooking',
        createdAt: '2026-11-04T15:45:00Z',
        author: 'Jonas Berge',
        title: [
          'How to build a camp on snow, and cook in it',
          'Wie man ein Lager auf Schnee baut und darin kocht',
          'Comment installer un camp sur la neige et y cuisiner',
        ],
        summary: [
          'The short course, now with a kitchen in the trench.',
          'Der kurze Kurs, jetzt mit Küche in der Rinne.',
          'Le petit cours, désormais avec une cuisine dans la tranchée.',
        ],
        paragraphs: [
          snowCamp,
          [
            'Set the stove on a wooden board, or it will melt itself into a hole. Keep a cup of water in the pot before you add snow, for dry snow can scorch.',
            'Stellen Sie den Kocher auf ein Brett, sonst schmilzt er sich ein Loch. Lassen Sie etwas Wasser im Topf, bevor Sie Schnee zugeben, denn trockener Schnee kann anbrennen.',
            "Posez le réchaud sur une planche, sinon il s'enfonce en fondant. Gardez un fond d'eau dans la casserole avant d'ajouter la neige, car la neige sèche peut brûler.",
          ],
        ],
        fields: {
          topic: 'trips',
          tags: ['winter'],
          reading_minutes: 4,
          published_on: '2026-11-20',
          is_featured: true,
          related_posts: [recordId('night-sky')],
        },
      },
    ],
    publications: [
      { environment: 'production', version: 2, locales: null, at: '2025-12-16T07:00:00Z' },
      { environment: 'staging', version: 3, locales: null, at: '2026-11-05T08:00:00Z' },
    ],
  },
  {
    key: 'summer-hut',
    model: 'blog',
    slug: '/journal/summer-hut',
    imageUrl: 'https://media.fjordlight.test/journal/summer-hut.jpg',
    versions: [
      {
        name: 'First print',
        createdAt: '2026-07-27T12:00:00Z',
        author: 'Elin Aasen',
        title: [
          'Three nights in a summer hut',
          'Drei Nächte in einer Sommerhütte',
          "Trois nuits dans un refuge d'été",
        ],
        summary: [
          'Eight beds, a rowing boat and a tin for the money.',
          'Acht Betten, ein Ruderboot und eine Dose für das Geld.',
          "Huit lits, une barque et une boîte pour l'argent.",
        ],
        paragraphs: [summerHut],
        fields: {
          topic: 'trips',
          tags: ['summer', 'family'],
          reading_minutes: 4,
          published_on: '2026-07-29',
          is_featured: false,
          related_posts: [],
        },
      },
      {
        name: 'Corrected ferry times',
        createdAt: '2026-08-03T08:20:00Z',
        author: 'Elin Aasen',
        title: [
          'Three nights in a summer hut',
          'Drei Nächte in einer Sommerhütte',
          "Trois nuits dans un refuge d'été",
        ],
        summary: [
          'Eight beds, a rowing boat, a tin for the money, and the right ferry.',
          'Acht Betten, ein Ruderboot, eine Dose für das Geld und die richtige Fähre.',
          "Huit lits, une barque, une boîte pour l'argent et le bon ferry.",
        ],
        paragraphs: [
          summerHut,
          [
            'The ferry leaves at ten past eight, not at eight. We are sorry for everyone who ran.',
            'Die Fähre fährt um zehn nach acht, nicht um acht. Es tut uns leid für alle, die gerannt sind.',
            'Le ferry part à huit heures dix et non à huit heures. Pardon à tous ceux qui ont couru.',
          ],
        ],
        fields: {
          topic: 'trips',
          tags: ['summer', 'family'],
          reading_minutes: 4,
          published_on: '2026-07-29',
          is_featured: false,
          related_posts: [recordId('night-sky')],
        },
      },
    ],
    publications: [
      { environment: 'production', version: 2, locales: null, at: '2026-08-03T09:00:00Z' },
      { environment: 'staging', version: 2, locales: null, at: '2026-08-03T08:30:00Z' },
    ],
  },
];
