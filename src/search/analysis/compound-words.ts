// The nouns that Dutch, Scandinavian and Finnish compounds are split into: plain data, general words for what shops
// sell and for whom and what it is. Written for this project, not copied from a list. Not here: how they join
// (noun-compounds.ts).

import { foldText } from '../../domain/text/fold-text.ts';

/** The folded words of a list. */
export function foldedWords(list: string): string[] {
  return foldText(list).trim().split(/\s+/);
}

/**
 * In ordinary spelling; `+` adds a linking element specific to a noun (zon, zonnebril). Words in `whole` are never
 * split, because their parts would mislead: a handschoen is not a schoen.
 */
export interface CompoundWords {
  readonly nouns: string;
  readonly whole: string;
}

export const DUTCH: CompoundWords = {
  nouns: `jas broek jurk rok hemd trui vest schoen laars sandaal sok muts sjaal pet hoed riem tas rugzak koffer portemonnee horloge
    ring ketting armband bril kleding ondergoed badpak bikini pak das regen winter zomer herfst lente zon+ne sneeuw wind water nacht
    dag avond ochtend leer katoen wol zijde linnen hout staal glas plastic papier metaal goud zilver steen rubber kind+er meisje jongen
    baby dame heer vrouw man hond kat vogel vis paard dier huis tuin keuken badkamer slaapkamer woonkamer kamer kantoor school werk
    sport fiets auto motor boot trein berg wandel hardloop zwem strand bad voetbal tennis golf ski tent slaapzak mat lamp licht kaars stoel
    tafel bank bed kast bureau spiegel tapijt vloer muur raam deur gordijn deken kussen matras handdoek fles beker kop bord pan pot
    mes lepel vork schaal doos mand emmer borstel machine oven koelkast koffie thee melk brood kaas wijn bier vlees groente fruit
    soep taart koek chocolade telefoon computer laptop scherm toetsenbord muis printer camera foto film muziek boek kaart krant pen
    potlood schrift spel speelgoed pop puzzel bal gereedschap hamer zaag boor schroef sleutel slot plant bloem boom zaad gras haar
    huid hand voet gezicht tand zeep shampoo parfum crème olie verf lijm batterij kabel lader hoes houder standaard zak helm band
    wiel zadel pomp bel rem stof draad naald koptelefoon luidspreker schoonmaak was droger`,
  whole:
    'handschoen handdoek badkamer slaapkamer woonkamer slaapzak rugzak armband koelkast speelgoed toetsenbord koptelefoon',
};

export const SWEDISH: CompoundWords = {
  nouns: `jacka byxa klänning kjol skjorta tröja väst sko stövel sandal strumpa mössa halsduk keps hatt bälte väska ryggsäck plånbok
    klocka ring halsband armband glasögon kläder underkläder baddräkt kostym regn vinter sommar höst vår sol snö vind vatten natt dag
    kväll morgon läder bomull ull silke linne trä stål glas plast papper metall guld silver sten gummi barn flicka pojke baby dam herr
    kvinna man hund katt fågel fisk häst djur hus trädgård kök badrum sovrum vardagsrum rum kontor skola arbete sport cykel bil motor
    båt tåg berg vandring fotboll tennis golf skid tält sovsäck matta lampa ljus stol bord soffa skrivbord säng skåp hylla spegel golv vägg
    fönster dörr gardin täcke filt kudde madrass handduk flaska mugg kopp tallrik panna gryta kniv sked gaffel skål låda korg hink
    borste maskin ugn kylskåp kaffe te mjölk bröd ost vin öl kött grönsak frukt soppa tårta kaka choklad telefon dator skärm tangentbord
    mus skrivare kamera foto film musik bok kort tidning penna spel leksak docka pussel boll verktyg hammare såg borr skruv nyckel lås
    växt blomma träd frö gräs hår hud hand fot ansikte tand tvål schampo parfym kräm olja färg lim batteri kabel laddare fodral hållare
    ställ säck hjälm däck hjul sadel pump broms tyg tråd nål hörlur högtalare tvätt`,
  whole:
    'handske handduk badrum sovrum vardagsrum sovsäck ryggsäck plånbok armband halsband kylskåp leksak tangentbord glasögon halsduk',
};

export const DANISH: CompoundWords = {
  nouns: `jakke bukser buks kjole nederdel skjorte trøje vest sko støvle sandal strømpe sok hue halstørklæde kasket hat bælte taske
    rygsæk pung ur ring halskæde armbånd briller tøj undertøj badedragt jakkesæt regn vinter sommer efterår forår sol sne vind vand nat
    dag aften morgen læder bomuld uld silke hør træ stål glas plast papir metal guld sølv sten gummi barn børne pige dreng baby dame
    herre kvinde mand hund kat fugl fisk hest dyr hus have køkken badeværelse soveværelse stue værelse kontor skole arbejde sport cykel
    bil motor båd tog bjerg vandre løbe fodbold tennis golf ski telt sovepose tæppe lampe lys stol bord sofa seng skab reol hylde spejl
    gulv væg vindue dør gardin dyne pude madras håndklæde flaske krus kop tallerken pande gryde kniv ske gaffel skål kasse kurv spand
    børste maskine ovn køleskab kaffe te mælk brød ost vin øl kød grøntsag frugt suppe kage chokolade telefon computer skærm tastatur
    mus printer kamera foto film musik bog kort avis pen blyant spil legetøj dukke puslespil bold værktøj hammer sav bor skrue nøgle lås
    plante blomst frø græs hår hud hånd fod ansigt tand sæbe shampoo parfume creme olie maling lim batteri kabel oplader cover holder
    stativ sæk hjelm dæk hjul sadel pumpe bremse stof tråd nål høretelefon højttaler vaske tørre`,
  whole:
    'handske håndklæde badeværelse soveværelse sovepose rygsæk armbånd halskæde køleskab legetøj tastatur puslespil halstørklæde',
};

export const NORWEGIAN: CompoundWords = {
  nouns: `jakke bukse kjole skjørt skjorte genser vest sko støvel sandal strømpe sokk lue skjerf caps hatt belte veske sekk ryggsekk
    lommebok klokke ring halskjede armbånd brille klær undertøy badedrakt dress regn vinter sommer høst vår sol snø vind vann natt dag
    kveld morgen skinn lær bomull ull silke lin tre stål glass plast papir metall gull sølv stein gummi barn barne jente gutt baby dame
    herre kvinne mann hund katt fugl fisk hest dyr hus hage kjøkken bad soverom stue rom kontor skole arbeid sport sykkel bil motor båt
    tog fjell tur jogge løpe fotball tennis golf ski telt sovepose teppe lampe lys stol bord sofa seng skap hylle speil gulv vegg vindu dør gardin
    dyne pute madrass håndkle flaske krus kopp tallerken panne gryte kniv skje gaffel skål boks kurv bøtte børste maskin ovn kjøleskap
    kaffe te melk brød ost vin øl kjøtt grønnsak frukt suppe kake sjokolade telefon datamaskin skjerm tastatur mus skriver kamera foto
    film musikk bok kort avis penn blyant spill leke leketøy dukke puslespill ball verktøy hammer sag bor skrue nøkkel lås plante blomst
    frø gress hår hud hånd fot ansikt tann såpe sjampo parfyme krem olje maling lim batteri kabel lader deksel holder stativ hjelm dekk
    hjul sete pumpe brems stoff tråd nål hodetelefon høyttaler vaske tørke`,
  whole:
    'hanske håndkle soverom sovepose ryggsekk lommebok armbånd halskjede kjøleskap leketøy tastatur puslespill hodetelefon',
};

export const FINNISH: CompoundWords = {
  nouns: `takki housut mekko hame paita pusero liivi kenkä saapas sandaali sukka pipo huivi lippis hattu vyö laukku reppu lompakko kello
    sormus koru lasit vaate alusvaate uimapuku puku sade talvi kesä syksy kevät aurinko lumi tuuli vesi yö päivä ilta aamu nahka puuvilla
    villa silkki pellava puu teräs lasi muovi paperi metalli kulta hopea kivi kumi lapsi lasten tyttö poika vauva nainen naisten mies
    miesten koira kissa lintu kala hevonen eläin talo puutarha keittiö kylpyhuone makuuhuone olohuone huone toimisto koulu työ urheilu
    pyörä auto moottori vene juna vuori vaellus juoksu uinti jalkapallo tennis golf hiihto teltta makuupussi matto lamppu valo tuoli
    pöytä sohva sänky kaappi hylly peili lattia seinä ikkuna ovi verho peitto tyyny patja pyyhe pullo muki kuppi lautanen pannu kattila
    veitsi lusikka haarukka kulho laatikko kori ämpäri harja kone uuni jääkaappi kahvi tee maito leipä juusto viini olut liha vihannes
    hedelmä keitto kakku suklaa puhelin tietokone näyttö näppäimistö hiiri tulostin kamera kuva elokuva musiikki kirja kortti lehti kynä
    peli lelu nukke palapeli pallo työkalu vasara saha pora ruuvi avain lukko kasvi kukka siemen ruoho hiukset iho käsi jalka kasvot
    hammas saippua hajuvesi voide öljy maali liima akku paristo kaapeli laturi kotelo teline säkki kypärä rengas satula pumppu jarru
    kangas lanka neula kuuloke kaiutin pesu`,
  whole:
    'käsine makuuhuone kylpyhuone olohuone makuupussi jääkaappi tietokone palapeli jalkapallo puuvilla hajuvesi',
};
