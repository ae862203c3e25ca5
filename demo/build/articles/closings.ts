// Closing paragraphs that several articles share, as a shop's editors reuse them.
// Nothing here is specific to one article.
import type { Text } from '../text.ts';
import type { Article } from './article.ts';

export const closings: { readonly [closing in Article['closing']]: Text } = {
  workshop: [
    'If you would rather not do it yourself, our workshop will. Bring the piece to a shop or send it with the repair form; we tell you the price before we start.',
    'Wenn Sie es lieber nicht selbst machen, übernimmt es unsere Werkstatt. Bringen Sie das Stück in einen Laden oder schicken Sie es mit dem Reparaturformular; wir nennen Ihnen den Preis, bevor wir anfangen.',
    "Si vous préférez ne pas le faire vous-même, notre atelier s'en charge. Apportez la pièce en magasin ou envoyez-la avec le formulaire de réparation ; nous annonçons le prix avant de commencer.",
  ],
  advice: [
    'Still unsure? Write to us with your plans and your budget. The people who answer use these things every week, and they will also tell you when you do not need to buy anything.',
    'Noch unsicher? Schreiben Sie uns, was Sie vorhaben und was es kosten darf. Wer Ihnen antwortet, benutzt diese Dinge jede Woche und sagt auch, wenn Sie gar nichts kaufen müssen.',
    "Vous hésitez encore ? Écrivez-nous vos projets et votre budget. Ceux qui répondent utilisent ce matériel chaque semaine et vous diront aussi quand il est inutile d'acheter.",
  ],
  service: [
    'You reach our customer service on weekdays from eight to five, by the contact form or by telephone. Please have your order number ready; it is at the top of the confirmation.',
    'Unseren Kundendienst erreichen Sie werktags von acht bis siebzehn Uhr über das Kontaktformular oder telefonisch. Halten Sie bitte Ihre Bestellnummer bereit; sie steht oben in der Bestätigung.',
    'Notre service client répond en semaine de huit heures à dix-sept heures, par le formulaire de contact ou par téléphone. Préparez votre numéro de commande ; il figure en haut de la confirmation.',
  ],
  journal: [
    'Have you been somewhere worth telling about? Send us a few lines and a picture. We print the best letters in the spring journal, and the writer gets a mug.',
    'Waren Sie an einem Ort, von dem man erzählen sollte? Schicken Sie uns ein paar Zeilen und ein Bild. Die schönsten Briefe drucken wir im Frühjahrsheft, und dafür gibt es einen Becher.',
    "Vous revenez d'un endroit qui mérite d'être raconté ? Envoyez-nous quelques lignes et une photo. Nous publions les plus belles lettres dans le journal de printemps, et l'auteur reçoit une tasse.",
  ],
};
