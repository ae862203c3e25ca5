// The languages of the shop, and what its buttons and headings say. Products, articles and forms come translated from the service.

export const locales = {
  en: { locale: 'en-us', currency: 'USD' },
  de: { locale: 'de-de', currency: 'EUR' },
  fr: { locale: 'fr-fr', currency: 'EUR' },
} as const;

export type Language = keyof typeof locales;

export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
};

export const languages = Object.keys(locales) as Language[];

export const languageOf = (text: string | null): Language =>
  languages.find((language) => language === text) ?? 'en';

/** English, German, French. `{}` stands for a value. */
const texts = {
  skip: ['Skip to the content', 'Zum Inhalt', 'Aller au contenu'],
  shopBy: ['Shop', 'Sortiment', 'Boutique'],
  language: ['Language', 'Sprache', 'Langue'],
  home: ['Home', 'Start', 'Accueil'],
  journal: ['Journal', 'Journal', 'Journal'],
  contact: ['Contact', 'Kontakt', 'Contact'],
  events: ['Thursday evenings', 'Donnerstagabende', 'Soirées du jeudi'],
  demoOn: ['a demo shop on', 'ein Demoladen auf', 'une boutique de démonstration sur'],
  quoted: ['“{}”', '„{}“', '« {} »'],
  search: ['Search', 'Suchen', 'Rechercher'],
  searchFor: [
    'Search jackets, tents, stories',
    'Jacken, Zelte, Geschichten suchen',
    'Vestes, tentes, récits',
  ],
  suggestions: ['Suggestions', 'Vorschläge', 'Suggestions'],
  categories: ['Categories', 'Kategorien', 'Catégories'],
  products: ['Products', 'Produkte', 'Produits'],
  allProducts: ['All products', 'Alle Produkte', 'Tous les produits'],
  oneProduct: ['1 product', '1 Produkt', '1 produit'],
  manyProducts: ['{} products', '{} Produkte', '{} produits'],
  filter: ['Filter', 'Filtern', 'Filtrer'],
  clear: ['Clear all', 'Alle löschen', 'Tout effacer'],
  remove: ['Remove {}', '{} entfernen', 'Retirer {}'],
  under: ['under {}', 'unter {}', 'moins de {}'],
  from: ['from {}', 'ab {}', 'dès {}'],
  sort: ['Sort by', 'Sortieren', 'Trier par'],
  relevance: ['Best match', 'Beste Treffer', 'Pertinence'],
  popularity: ['Most popular', 'Beliebteste', 'Les plus appréciés'],
  'price-asc': ['Price, low to high', 'Preis aufsteigend', 'Prix croissant'],
  'price-desc': ['Price, high to low', 'Preis absteigend', 'Prix décroissant'],
  created_at: ['Newest', 'Neueste', 'Nouveautés'],
  'rating-desc': ['Best rated', 'Beste Bewertung', 'Mieux notés'],
  pages: ['Pages', 'Seiten', 'Pages'],
  previous: ['Previous', 'Zurück', 'Précédent'],
  next: ['Next', 'Weiter', 'Suivant'],
  noSuchPage: [
    'There are not as many pages.',
    'So viele Seiten gibt es nicht.',
    'Il n’y a pas tant de pages.',
  ],
  lastPage: ['Go to the last one', 'Zur letzten', 'Aller à la dernière'],
  pageOf: ['Page {} of {}', 'Seite {} von {}', 'Page {} sur {}'],
  corrected: ['Showing results for {}.', 'Treffer für {}.', 'Résultats pour {}.'],
  searchExactly: ['Search only for {}', 'Nur nach {} suchen', 'Chercher seulement {}'],
  didYouMean: ['Did you mean', 'Meinten Sie', 'Vouliez-vous dire'],
  nothing: ['Nothing found for {}', 'Nichts gefunden für {}', 'Aucun résultat pour {}'],
  nothingHere: [
    'Nothing matches these filters',
    'Nichts passt zu diesen Filtern',
    'Rien ne correspond aux filtres',
  ],
  nothingHint: [
    'Try fewer or more common words, or start from what others look for.',
    'Versuchen Sie weniger oder gängigere Wörter, oder beginnen Sie bei einer Kategorie.',
    'Essayez moins de mots, des mots plus courants, ou partez d’une catégorie.',
  ],
  popularTerms: ['Often searched', 'Oft gesucht', 'Recherches fréquentes'],
  popularNow: ['Popular now', 'Gerade beliebt', 'Appréciés en ce moment'],
  fromJournal: ['From the journal', 'Aus dem Journal', 'Du journal'],
  seeCampaign: ['See the collection', 'Zur Kollektion', 'Voir la collection'],
  soldOut: ['Sold out', 'Ausverkauft', 'Épuisé'],
  inStock: ['In stock', 'Auf Lager', 'En stock'],
  instead: ['instead of', 'statt', 'au lieu de'],
  choose: ['Choose', 'Auswahl', 'Choisir'],
  pictures: ['Pictures', 'Bilder', 'Images'],
  askForSize: ['Ask for size advice', 'Größenberatung', 'Demander conseil'],
  similar: ['You may also like', 'Das könnte auch passen', 'Vous aimerez aussi'],
  by: ['By {}', 'Von {}', 'Par {}'],
  alsoIn: ['Also in', 'Auch auf', 'Aussi en'],
  required: ['required', 'Pflichtfeld', 'obligatoire'],
  sending: ['Sending …', 'Wird gesendet …', 'Envoi …'],
  thanks: ['Thank you. It has arrived.', 'Danke. Es ist angekommen.', 'Merci. C’est bien arrivé.'],
  another: ['Send another', 'Noch etwas senden', 'Envoyer autre chose'],
  notFound: ['This page does not exist', 'Diese Seite gibt es nicht', 'Cette page n’existe pas'],
  failed: ['This could not be loaded', 'Das ließ sich nicht laden', 'Le chargement a échoué'],
  retry: ['Try again', 'Noch einmal versuchen', 'Réessayer'],
  material: ['Material', 'Material', 'Matière'],
  weight_g: ['Weight', 'Gewicht', 'Poids'],
  season: ['Season', 'Saison', 'Saison'],
  waterproof: ['Waterproof', 'Wasserdicht', 'Imperméable'],
  rating: ['Rating', 'Bewertung', 'Note'],
  capacity_l: ['Volume', 'Volumen', 'Volume'],
} as const satisfies Record<string, readonly [en: string, de: string, fr: string]>;

export type Text = keyof typeof texts;

export type Say = (text: Text, ...values: readonly (string | number)[]) => string;

export const sayIn = (language: Language): Say => {
  const column = languages.indexOf(language);
  return (text, ...values) => {
    let next = 0;
    return (texts[text][column] ?? '').replaceAll('{}', () => String(values[next++] ?? ''));
  };
};

export const sayProducts = (say: Say, count: number): string =>
  count === 1 ? say('oneProduct') : say('manyProducts', count);

export const isText = (name: string): name is Text => name in texts;

export const showPrice = (
  { locale, currency }: { locale: string; currency: string },
  price: number,
): string =>
  price.toLocaleString(locale, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' });

export const showDate = ({ locale }: { locale: string }, instant: string): string =>
  new Date(instant).toLocaleDateString(locale, { dateStyle: 'long' });
