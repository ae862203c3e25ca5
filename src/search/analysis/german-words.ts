// The words that German compounds are split into: plain data, general German. Written for this project, not copied
// from a list. Not here: how they join (german-compounds.ts), and words chosen only to help a query of a relevance
// test set.

/**
 * Nouns, as heads or modifiers. As modifiers they occur bare, with the linking element of their ending (dame, damen)
 * and with those listed here: `+er` (kind, kinder), `-` (schule, schul: without its e). A compound listed here is
 * never split, because its parts would mislead: a Handschuh is not a shoe.
 */
export const NOUNS = `
anzug+s ärmel armband bademode bekleidung bikini bluse body brille büstenhalter dessous fliege frack gewand+er gürtel halstuch
handschuh handtasche handtuch hausschuh hemd+en hose hut jacke jackett jeans kapuze kappe kittel kleid+er kleidung knopf kostüm
kragen krawatte latzhose leggings mantel mieder mode mütze nachthemd overall parka pelz polo poncho pullover pulli pyjama
reißverschluss rock sakko sandale schal schlafanzug schlappen schleife schnalle schnürsenkel schuh schürze shirt slip smoking
sneaker socke sohle stiefel strickjacke strumpf strumpfhose stutzen sweatshirt tasche top trikot tuch tunika turnschuh turban
unterhose unterwäsche uniform wäsche weste schmuck kette ring ohrring armreif perle diamant+en juwel+en uhr armbanduhr etui
geldbeutel geldbörse portemonnaie koffer rucksack beutel börse schirm regenschirm sonnenbrille gepäck

baumwolle- wolle- leder seide kaschmir leinen samt filz fleece gummi kunststoff plastik metall stahl edelstahl eisen kupfer
silber gold bronze messing zinn zink blei aluminium holz eiche buche kiefer fichte birke bambus kork glas porzellan keramik ton
stein granit marmor beton zement ziegel lehm sand kies papier pappe karton folie stoff faser garn faden schnur seil draht kohle
kohlenstoff sauerstoff wasserstoff stickstoff rohstoff treibstoff brennstoff impfstoff wachs harz schaum silikon lack farbe

zelt schlafsack isomatte matte camping outdoor trekking ski snowboard schlitten schlittschuh fahrrad rad mountainbike roller
helm sattel lenker reifen felge pedal bremse- klingel schloss schlauch pumpe- ball fußball handball tennis golf hockey
basketball volleyball tischtennis badminton boxen yoga fitness turnen gymnastik hantel trainer training+s sport sportler spiel
spieler mannschaft verein+s liga tor torwart stadion turnier pokal medaille meister meisterschaft wettbewerb+s wettkampf rennen
sieg sieger jagd jäger angel angler fischerei boot kajak kanu segel yacht surfbrett tauchen taucher schwimmer läufer wanderung
wanderer bergsteiger kompass fernglas messer taschenmesser axt taschenlampe lampe laterne feuer feuerzeug kocher grill picknick
decke luftmatratze reiter pferd+e

haus+es+er wohnung zimmer wohnzimmer schlafzimmer badezimmer küche bad+e+er toilette flur keller dach+er boden wand fenster tür
treppe balkon terrasse garage garten möbel tisch schreibtisch stuhl sessel sofa couch hocker bank schrank kühlschrank kommode
regal bett+en matratze kissen bettwäsche laken vorhang gardine teppich spiegel bild+er rahmen kerze vase leuchte licht+er
glühbirne heizung ofen kamin klimaanlage ventilator steckdose kabel schalter stecker lautsprecher kiste kasten box korb eimer
dose flasche kanne krug becher tasse teller schüssel schale platte pfanne topf+en deckel löffel gabel besteck geschirr toaster
mixer mikrowelle backofen herd spülmaschine waschmaschine trockner staubsauger bügeleisen besen bürste schwamm lappen serviette
tablett reibe sieb waage thermometer mühle presse maschine gerät+e geräusch werkzeug hammer schraube schraubenzieher
schraubendreher nagel zange säge bohrer bohrmaschine feile hobel leiter schlüssel pinsel rolle klebeband leim dübel haken griff
rohr hahn wasserhahn dusche wanne badewanne waschbecken fliese tapete rasen rasenmäher schaufel spaten rechen hacke gießkanne
zaun hecke beet pflanze blume baum+e strauch+er busch rose tulpe lilie blatt+er wurzel ast zweig stamm rinde frucht+e obst
gemüse kraut+er gras moos pilz dünger erde- kompost teich brunnen

computer rechner laptop notebook tablet handy telefon smartphone bildschirm monitor tastatur maus drucker scanner kamera foto
fotografie film video fernseher fernsehen radio musik kopfhörer mikrofon verstärker batterie akku ladegerät adapter speicher
festplatte prozessor chip software programm daten datei datenbank netz netzwerk internet server web webseite seite nachricht+en
mail post brief paket karte postkarte briefmarke buch+er bücherei zeitung zeitschrift+en magazin roman märchen gedicht
geschichte+s- erzählung comic lexikon wörterbuch kalender heft ordner mappe stift bleistift kugelschreiber füller radiergummi
lineal schere klebstoff tinte kreide tafel konsole controller puzzle puppe spielzeug spielwaren teddy baustein drachen kreisel
rutsche schaukel sandkasten kinderwagen kindergarten windel schnuller baby säugling kind+er+es+s junge mädchen sohn tochter
eltern vater mutter bruder schwester großeltern oma opa familie geschwister enkel zwilling dame frau+en herr+en mensch+en leute
person+en jugend jugendliche erwachsene senior+en freund+es freundschaft gast+e nachbar gruppe volk+s+er bevölkerung bewohner
einwohner bürger gemeinde gemeinschaft gesellschaft

shampoo seife creme salbe parfüm duft lippenstift schminke nagellack haar+e zahn+e zahnbürste zahnpasta rasierer bart haut
gesicht+s kopf auge- ohr+en nase mund lippe zunge hals schulter arm hand finger brust bauch rücken bein knie fuß zeh herz lunge
leber niere magen darm blut knochen muskel nerv+en gehirn hirn schädel zelle protein hormon virus viren bakterien krankheit
krankenhaus kranke patient+en arzt+e doktor klinik medizin medikament+en tablette pille impfung operation therapie pflege
apotheke verband+s pflaster fieber schmerz husten grippe krebs infektion seuche pest epidemie wunde gesundheit diät vitamin kur
massage sauna

lebensmittel nahrung essen+s speise mahlzeit frühstück+s mittagessen abendessen brot brötchen kuchen torte keks gebäck teig mehl
zucker salz pfeffer gewürz senf essig öl butter käse milch sahne joghurt quark ei fleisch wurst schinken speck huhn hühner
hähnchen ente gans rind+er kalb+s schwein+e lamm fisch lachs thunfisch hering krabbe muschel reis nudel pasta pizza suppe soße
salat kartoffel tomate gurke zwiebel knoblauch karotte möhre paprika bohne erbse linse mais kohl spinat spargel apfel birne
kirsche pflaume traube erdbeere himbeere beere zitrone orange banane ananas melone nuss mandel honig marmelade schokolade
praline bonbon eis dessert kaffee tee kakao wasser saft limonade bier wein sekt schnaps likör whisky getränk+e alkohol
restaurant kneipe café bäckerei bäcker metzger metzgerei koch rezept ernte korn getreide weizen roggen hafer gerste heu stroh
tabak zigarette

tier hund+e katze esel schaf ziege kuh hase kaninchen hamster vogel papagei adler eule taube storch schwan möwe rabe schlange
eidechse frosch schildkröte krokodil insekt+en biene wespe mücke käfer ameise spinne schmetterling wurm schnecke wolf fuchs
eisbär+en teddybär+en hirsch reh elch affe löwe tiger elefant+en giraffe kamel wal delfin hai robbe qualle futter käfig aquarium
leine napf haustier zoo fell feder flügel schwanz horn huf nest herde art rasse gattung

auto wagen lastwagen bus zug+s bahn eisenbahn straßenbahn bahnhof+s flughafen hafen schiff+s flugzeug flug+s hubschrauber rakete
fähre motorrad moped fahrzeug fahrer fahrt verkehr+s straße autobahn weg gasse allee brücke tunnel kreuzung ampel parkplatz
platz gleis schiene lokomotive motor+en getriebe kupplung auspuff benzin diesel tank tankstelle führerschein reise urlaub+s
ferien tourist+en tourismus hotel herberge jugendherberge pension campingplatz ticket fahrkarte fahrplan ausweis pass visum zoll
grenze route strecke ausflug+s tour führer reiseführer passagier kapitän pilot+en matrose kreuzfahrt

wetter regen schnee hagel sturm wind gewitter blitz donner nebel wolke himmel+s sonne mond stern+en planet+en weltraum weltall
klima temperatur hitze kälte frost natur umwelt landschaft wald+er berg gebirge+s tal hügel vulkan fels höhle wüste wiese
feld+er acker weide sumpf moor fluss strom bach see meer+es ozean küste strand ufer insel halbinsel welle flut ebbe gezeiten
quelle wasserfall gletscher kontinent welt erdbeben norden süden osten westen nord süd ost west mitte zentrum

zeit+en jahr+es jahrhundert jahrtausend jahrzehnt monat+s woche tag+es+e stunde minute sekunde morgen mittag+s abend nacht
frühling sommer herbst winter montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz april mai juni
juli august september oktober november dezember datum uhrzeit epoche ära periode phase anfang+s beginn+s dauer zukunft+s
vergangenheit gegenwart+s weihnacht+s weihnachten ostern silvester advent+s geburtstag+s feiertag+s hochzeit+s fest+es feier
party karneval jubiläum geschenk

staat+s+en land+es+er bund+es königreich kaiserreich republik demokratie monarchie diktatur regierung parlament+s bundestag+s
senat+s kongress kammer partei+en politik politiker minister ministerium präsident+en kanzler könig+s königin kaiser fürst+en
herzog+s graf+en baron ritter adel+s prinz+en prinzessin zar+en papst sultan emir diktator bürgermeister gouverneur botschafter
botschaft diplomat+en behörde amt+s rathaus verwaltung beamte wahl+en wähler stimme abgeordnete opposition koalition verfassung
gesetz+es recht+s gericht+s richter anwalt+s jurist+en prozess klage urteil+s strafe- gefängnis verbrechen+s verbrecher mord
mörder dieb diebstahl+s polizei polizist+en täter opfer zeuge beweis vertrag+s abkommen+s vereinbarung vorschrift+en regel
norm+en pflicht freiheit gleichheit gerechtigkeit frieden+s sicherheit unabhängigkeit revolution aufstand+s reform bewegung
protest streik gewerkschaft bündnis union nation nationalität einheit grundgesetz menschenrecht+s flagge fahne wappen hauptstadt
stadt dorf region provinz bezirk+s kreis viertel stadtteil kolonie gebiet+s fläche zone ausland+s inland+s heimat deutschland
österreich europa amerika afrika asien

krieg+s weltkrieg+s bürgerkrieg+s armee heer+es militär soldat+en offizier+s general+s truppe kämpfer kampf schlacht angriff+s
verteidigung invasion besatzung eroberung belagerung niederlage waffe gewehr pistole kanone bombe granate panzer munition
schwert speer bogen pfeil schild rüstung festung mauer turm kaserne marine flotte feind+es feldzug+s waffenstillstand+s
kapitulation gefangene flüchtling flucht sklave sklaverei terror terrorist+en spion spionage

wirtschaft landwirtschaft handel+s händler handwerk+s handwerker industrie fabrik unternehmen+s unternehmer firma firmen
betrieb+s konzern geschäft+s kaufhaus supermarkt markt kunde kauf käufer verkauf+s verkäufer ware waren produkt produktion
hersteller herstellung preis angebot+s nachfrage rabatt rechnung quittung geld währung euro dollar münze schein bargeld konto
kredit schuld+en zins steuer gebühr+en kosten gewinn verlust umsatz einkommen+s lohn gehalt+s rente versicherung aktie fonds
kapital vermögen+s eigentum besitz erbe budget haushalt+s arbeit+s arbeiter arbeitgeber arbeitnehmer arbeitslosigkeit beruf+s
job stelle karriere bewerbung ausbildung lehrling chef direktor leitung angestellte personal büro vertreter werbung marke
lieferung lieferant+en bestellung versand lager transport container import export bergbau bergwerk kraftwerk energie
elektrizität gas erdöl erdgas dampf turbine generator+en reaktor atom bauer bauern ernährung versorgung verbrauch+s verbraucher
wachstum krise inflation armut+s reichtum wohlstand+s

wissenschaft wissenschaftler forschung forscher wissen+s theorie methode experiment versuch+s labor analyse ergebnis entdeckung
entdecker erfindung erfinder mathematik physik chemie biologie geologie geographie geografie astronomie philosophie philosoph+en
psychologie soziologie informatik technik technologie ingenieur formel gleichung zahl+en ziffer nummer menge summe größe länge
breite höhe tiefe gewicht+s masse maß druck kraft geschwindigkeit beschleunigung wärme- strahlung strahl+en teilchen molekül
element verbindung reaktion säure base lösung flüssigkeit gase kristall elektron+en neutron+en proton+en spannung magnet
frequenz schwingung klang schall optik mikroskop teleskop satellit+en raumschiff raumfahrt raum umlaufbahn galaxie evolution
fossil dinosaurier statistik information modell system struktur form figur linie kurve winkel dreieck+s kugel würfel
zylinder algorithmus algorithmen funktion variable problem aufgabe frage antwort beispiel

schule- grundschule- hochschule- schüler lehrer lehre- unterricht+s universität student+en studium studie professor+en fakultät
institut+s akademie bibliothek+s museum+s prüfung note zeugnis abschluss diplom klasse kurs seminar vorlesung bildung erziehung
stipendium sprache- wort+er satz text schrift buchstabe alphabet grammatik übersetzung übersetzer dialekt name titel begriff+s
bedeutung definition

religion glaube+ns gott+es göttin kirche- kathedrale dom kloster kapelle tempel moschee synagoge priester pfarrer bischof+s
mönch+s nonne prophet+en engel teufel heilige bibel koran gebet+s gottesdienst messe taufe christ+en christentum islam muslim
judentum jude buddhismus hinduismus protestant+en katholik+en reformation theologie seele geist+es tod+es leben+s geburt+s+en
grab friedhof+s begräbnis ritual mythos mythen legende sage held+en hexe zauber zauberer gespenst+er

kunst künstler maler malerei gemälde zeichnung skulptur statue bildhauer denkmal architektur architekt+en galerie ausstellung
sammlung werk kunstwerk stil musiker sänger komponist+en orchester chor konzert oper operette sinfonie lied+er melodie rhythmus
instrument+en klavier geige gitarre flöte trompete trommel orgel album band theater bühne schauspieler schauspiel drama komödie
tragödie szene regisseur regie kino serie sendung sender publikum zuschauer autor+en schriftsteller dichter dichtung literatur
verlag+s journalist+en reporter tanz tänzer ballett kultur tradition brauch sitte design designer renaissance barock gotik
antike mittelalter neuzeit steinzeit

gebäude bauwerk palast villa hütte scheune stall halle saal kabine säule gewölbe kuppel fassade baustelle bau siedlung siedler
hochhaus wolkenkratzer feuerwehr rettung unfall notfall katastrophe brand explosion überschwemmung gefahr+en risiko schaden+s
hilfe- schutz

gefühl+s liebe+s hass angst wut freude trauer glück+s hoffnung wunsch traum mut stolz ehre+n- treue vertrauen+s verstand+es
vernunft gedanke+n- idee meinung kritik vorteil nachteil grund ursache zweck ziel plan projekt entwicklung veränderung wandel
wechsel fortschritt+s rückgang+s anstieg+s aufstieg+s untergang+s gründung gründer erfolg+s misserfolg+s fehler chance
möglichkeit fähigkeit eigenschaft qualität zustand+s lage ordnung führung haltung stellung handlung leistung wirkung nutzung
prinzip thema gegenstand+s sache stück teil hälfte rest paar reihe liste tabelle punkt ecke kante rand loch spalte schicht stufe
ebene bereich+s sektor sektion abteilung organisation institution mitglied+er+s mitgliedschaft stiftung ausschuss kommission
konferenz sitzung versammlung treffen gespräch+s interview rede debatte diskussion streit konflikt entscheidung beschluss
vorschlag+s bericht+s bewertung umfrage zeichen symbol signal farbton muster sorte zubehör ersatzteil set pack packung
verpackung inhalt+s zusammenhang+s bestand+s einfluss ausdruck+s eindruck+s beziehung verhältnis verhalten+s erfahrung
erinnerung gewohnheit umgebung raumstation station netzteil bestandteil zeitpunkt zeitraum höhepunkt schwerpunkt standort ort+s
ortschaft zuschlag+s dienst dienstleistung service kreislauf lebenslauf einkauf+s zahlung bezahlung bahnsteig spannweite

wochenende buchladen postfach baseball softball halbleiter armbrust handheld wechselrichter pfannkuchen aschenbecher
taschenrechner studentenfutter fingerhut merkmal grundlage glückwunsch hardware malware schiedsrichter wirtschaftler zugriff+s
jahreszeit+en
`;

/** Nouns that only end a compound: as modifiers they would match inside unrelated words. */
export const HEADS = `
führer gang lauf stand zahl reise hafen macht rat raten rate gut güter kunde quote grad wesen bau band stelle sinn
halter träger hersteller spender schneider macher bauer fahrer zeichner leiter halle fall bogen blick
schutz auflauf matte auflage bezug überzug zug aufsatz einsatz kopf ständer reiniger öffner kocher filter sauger schaber
`;

/** Adjectives that end a compound: dunkelblau is blau. */
export const ADJECTIVES = `
rot blau grün gelb weiß schwarz grau braun rosa lila beige türkis violett farben farbig dicht fest warm arm
`;

/**
 * Words that only begin a compound: stems of verbs, adjectives, numbers, and plurals whose stem differs from the
 * noun's.
 */
export const MODIFIERS = `
wander schlaf koch back wasch schreib lese spiel fahr reit schwimm tauch kletter trink ess bade bügel näh strick häkel
bohr schleif schraub schneid mess prüf dusch putz kühl gefrier heiz spül park miet leih bau renn wohn sitz liege klapp falt
roll schiebe dreh sammel lehr lern denk merk wechsel umzug+s zwei drei vier fünf sechs groß klein hoch tief lang kurz breit
schmal dick dünn alt neu jung heiß kalt warm weich hart leicht schwer schnell rot blau grün gelb weiß schwarz grau braun bunt
dunkel hell rund halb doppel einzel eigen fremd geheim privat digital elektro solar auto mini mikro makro multi öko bio
damen herren kinder mädchen jungen baby eier felsen fossilien tages nacht edel roh voll mager trocken nass frisch fertig fein grob eck stand steh
wickel still umstand+s kuschel plüsch schnür steck klett zünd lade start stopp ziel melde warn not notfall senior bundes landes
staats welt volks haupt kern spitze+n rand seiten vorder hinter innen außen mittel ober sonder gesamt zentral regional
reich reichs burg mann männer samen fach gen laden national international global lokal spezial standard basis
`;

/** Modifiers that add nothing worth searching. */
export const EMPTY_MODIFIERS = `haupt ober sonder gesamt innen außen mittel neben vorder hinter voll eigen`;

/** Prefixes of words that look like compounds of the above but are not. */
export const UNSPLIT_PREFIXES = `
vereinfach feststell hochlad hochgefahr zugreif langsam romantisch zahlreich
`;

/** Heads that combine with any modifier: products come in ever new variants. */
export const PRODUCTIVE_HEADS = `
jacke hose schuh tasche mantel stiefel sandale pullover hemd kleid bluse weste mütze handschuh socke strumpf shirt rucksack koffer
zelt schlafsack lampe leuchte stuhl sessel regal matratze kissen teppich vorhang flasche tasse becher
schüssel pfanne maschine gerät drucker kamera lautsprecher kopfhörer ladegerät batterie kabel fahrrad helm brille
spielzeug puppe creme shampoo seife parfüm schokolade kuchen wurst käse suppe salat getränk pflanze blume möbel
krieg gesetz vertrag theorie reaktor system programm sprache kirche schule universität museum regierung gesellschaft
unternehmen industrie fabrik produktion forschung wissenschaft technik bewegung partei küste gebirge straße
bibliothek dynastie gebiet region provinz stadt
`;
