import type { Language } from './language.ts'

/** The other Germanic languages, the Baltic and the Finno-Ugric ones. */
export const northern: Readonly<Record<string, Language>> = {
  de: {
    names: 'deutsch|german',
    cookie: 'dsgvo|privatsphäre-einstellung',
    uses: 'verwend|nutz|benutz|setz|einsatz|einsetz',
    purpose: `datenschutz|erlebnis|webs|inhalte|werbung|anzeigen|zugriff|besucher|drittanbieter|statistik|nutzererfahrung|
      personen|messung|privatsphäre|daten|einwilligung`,
    consent: `akzeptier|akzeptanz|zustimm|stimme zu|stimme allen|einverstanden|ablehn|lehne|erlaub|zulassen|annehmen|verweiger|
      einwillig|ohne einwillig|widersprech|nur notwendig|nur essenz|nur erforderlich|nur technisch|nur das nötig|
      notwendige cookies|technisch notwendig|auswahl bestät|auswahl speicher|auswahl erlaub`,
    settings:
      'einstellung|anpass|verwalt|präferenz|optionen|individuell|konfigur|cookie-einstell|auswählen|details',
    acknowledge:
      'verstanden|schließen|weiter|alles klar|in ordnung|bestätigen|einfach weiter|geht klar|gerne',
    reply: 'ja|nein|nein danke|ja gerne|ja klar',
    unrelated: 'angebot|lieferung|abonn|bestell|standort|benachrichtig|einladung|kaufen|kasse|zahlung|anmeld',
    other: `jahre alt|geburtsdatum|volljährig|18 jahre|wählen sie ihr land|wähle dein land|land auswählen|land wählen|
      wählen sie ein land|lieferland|standort wählen|wählen sie ihre region`,
  },
  nl: {
    names: 'nederlands|vlaams|dutch',
    uses: 'gebruik|plaats|zetten|inzet',
    purpose:
      'ervaring|gegevens|website|webs|statistiek|advertent|bezoek|gepersonal|persoonlijk|verkeer|toestemming',
    consent: `accept|akkoord|weiger|toesta|sta toe|sta alle|afwijz|wijs af|wijs alle|toestemm|alleen noodzakelijk|
      enkel noodzakelijk|alleen functione|alleen essent|alleen de noodzak|noodzakelijke cookies|keuze opslaan|
      bevestig mijn keuze|alles toe`,
    settings:
      'instelling|voorkeur|beheer|aanpass|pas aan|zelf instellen|wijzig|opties|instellen|cookie-instell',
    acknowledge: 'begrepen|sluit|ik begrijp|verder|prima|oké|doorgaan|ga verder|ga door|helemaal goed',
    reply: 'ja|nee|nee bedankt|nee dank je|ja graag',
    unrelated: 'aanbod|aanbied|levering|abonn|bestel|locatie|melding|uitnod|betal|inschrijv',
    other: `18 jaar|geboortedatum|kies je land|kies uw land|selecteer je land|selecteer uw land|kies een land|jaar of ouder|
      je leeftijd|uw leeftijd`,
  },
  sv: {
    names: 'svenska|swedish',
    cookie: 'kakor|kakon|kakorna|webbkakor',
    uses: 'använd|nyttja',
    purpose:
      'integritet|webbplats|upplevelse|personuppgift|trafik|annons|statistik|webbsid|sajt|marknadsför|samtyck|anpass',
    consent: `acceptera|godkänn|avvisa|neka|tillåt|avböj|samtyck|endast nödvändig|bara nödvändig|enbart nödvändig|
      nödvändiga kakor|nödvändiga cookies|spara val|spara mina val|avslå|jag är med på`,
    settings: 'inställning|anpassa|hantera|preferens|välj|alternativ|ändra|cookie-inställ|kakinställ',
    acknowledge: 'jag förstår|förstått|stäng|uppfattat|fortsätt|okej|då förstår jag|helt okej',
    reply: 'ja|nej|nej tack|ja tack',
    unrelated: 'erbjudand|leverans|prenumer|beställ|avisering|inbjud|köp',
    other: 'år gammal|18 år|fyllt 18|fyllt 20|födelsedatum|välj land|välj ditt land|över 18',
  },
  da: {
    names: 'dansk|danish',
    uses: 'brug|anvend|benyt',
    purpose:
      'hjemmeside|oplevelse|privatliv|persondata|personoplys|websted|website|trafik|annonc|markedsføring|statistik|samtykke',
    consent: `tillad|afvis|accepter|acceptér|godkend|samtyk|afslå|kun nødvendig|nødvendige cookies|nej til|ja til|gem valg|
      jeg er enig`,
    settings: 'indstilling|tilpas|administrer|præferenc|vælg|rediger|cookieindst|vis detaljer|valgmulig',
    acknowledge: 'jeg forstår|forstået|luk|fortsæt|det er i orden|det er ok|helt fint',
    reply: 'ja|nej|nej tak|ja tak',
    unrelated: 'tilbud|levering|abonn|bestil|placering|notif|tilmeld',
    other: '18 år|fødselsdato|fyldt 18|vælg land|vælg dit land|år gammel',
  },
  no: {
    names: 'norsk|norsk bokmål|norsk nynorsk|norwegian|bokmål|nynorsk',
    cookie: 'informasjonskaps',
    uses: 'bruk|benytt|nytt|anvend',
    purpose:
      'nettste|nettsid|nettstad|opplevelse|oppleving|personvern|personopplys|trafikk|annons|statistikk|markedsføring|samtykke',
    consent: `godta|godkjenn|avvis|avslå|tillat|aksepter|samtykk|kun nødvendig|bare nødvendig|berre nødvendig|
      nødvendige informasjonskaps|nødvendige cookies|lagre valg|jeg er enig`,
    settings: 'innstilling|tilpass|administrer|preferanse|velg|endre|vis detaljer|valg',
    acknowledge:
      'jeg forstår|eg forstår|forstått|lukk|fortsett|hald fram|greit|skjønner|den er grei|det er greit',
    reply: 'ja|nei|nei takk|ja takk',
    unrelated: 'tilbud|levering|abonn|bestill|posisjon|varsl|påmeld',
    other: '18 år|fødselsdato|fylt 18|velg land|velg ditt land|vel land|år gammel',
  },
  is: {
    names: 'íslenska|icelandic',
    cookie: 'vafrakök|vefkök|fótspor|kökur|kökum',
    uses: 'nota|notum|notkun|nýt|styðst|styðjumst',
    purpose: 'vef|upplifun|persónu|umferð|auglýs|greina|greining|þjónust',
    consent:
      'samþykk|hafna|leyfa|leyfi|aðeins nauðsyn|eingöngu nauðsyn|bara nauðsyn|nauðsynleg|heimila|neita',
    settings: 'stilling|sérsníð|sérsnið|stjórna|breyta|valkost|kjörstill|velja',
    acknowledge: 'ég skil|skil|loka|áfram|í lagi|allt í lagi|halda áfram|skilið',
    reply: 'já|nei|nei takk',
    other: '18 ára|fæðingardag|veldu land|lögaldri',
  },
  lt: {
    names: 'lietuvių|lietuviškai|lithuanian',
    cookie: 'slapuk',
    uses: 'naudoj|naudoti|pasitelk|taiko',
    purpose: 'svetain|patirt|patirč|privatum|asmen|duomen|sraut|reklam|analiz|lankyt|turin|interneto',
    consent: `sutink|sutik|priim|atmest|atmet|atsisak|leist|leidž|nesutink|tik būtin|būtinieji|būtinuos|būtinus|patvirtin|
      išsaugoti pasirink|neleist|neleidž`,
    settings: 'nustatym|tvarkyt|parinkt|pritaik|keisti|valdyti|pasirinkim|pasirinkti',
    acknowledge: 'supratau|uždaryti|gerai|tęsti|suprantu|aišku|puiku',
    reply: 'taip|ne|ne ačiū',
    other: '18 metų|pilnamet|gimimo dat|pasirinkite šalį|pasirink šalį|vyresn',
  },
  lv: {
    names: 'latviešu|latviski|latvian',
    cookie: 'sīkdat|sīkfail',
    uses: 'izmanto|lieto|tiek izmant',
    purpose:
      'vietn|tīmekļ|pieredz|privātum|mājaslap|mājas lap|person|datus|datu|apmeklē|reklām|analiz|statist|satur',
    consent: `piekrīt|piekrist|piekritu|pieņem|noraid|atļau|apstiprin|nepiekrīt|nepiekrist|atteik|tikai nepieciešam|
      nepieciešamās|tikai obligāt|akceptē|saglabāt izvēl|aizlieg`,
    settings: 'iestatījum|pielāgo|pārvald|izvēles|mainīt|preferenc|uzstādījum|izvēlēties',
    acknowledge: 'sapratu|saprotu|aizvērt|labi|turpināt|skaidrs',
    reply: 'jā|nē|nē paldies',
    other: '18 gad|pilngad|dzimšanas dat|izvēlieties valsti|izvēlies valsti',
  },
  et: {
    names: 'eesti|eesti keel|estonian',
    cookie: 'küpsis|veebiküpsis',
    uses: 'kasuta|kasutus',
    purpose:
      'veeb|koduleh|privaatsus|kogemus|isikuandme|kasutuskogemus|lehekülg|lehe|külasta|reklaam|analüüs|saidi|sait|statistik',
    consent: `võta kõik|võta vastu|loobu|hülga|nõustu|nõus|luba|lubage|keeldu|keela|lükka|lükkan|aktsepteeri|ainult vajalik|vajalikud|ainult hädavajalik|kinnita|
      salvesta valik|tagasi lük`,
    settings: 'seade|seadist|halda|kohanda|eelistus|valik|muuda',
    acknowledge: 'sain aru|saan aru|sulge|selge|jätka|mõistan|korras',
    reply: 'jah|ei|ei aitäh|ei tänan',
    other: '18-aasta|18 aasta|täisealine|sünnikuupäev|sünniaeg|valige riik|vali riik',
  },
  fi: {
    names: 'suomi|finnish',
    cookie: 'eväste',
    uses: 'käyt|hyödyn',
    purpose:
      'sivust|kokemus|kokemuk|tietosuoja|verkko|sivuj|sivumme|analyso|mainont|mainon|kävijä|palvelu|yksityisyy|kohden',
    consent: `hyväksy|hylk|salli|kiellä|kieltä|evää|suostu|vain välttämättöm|vain pakollis|vain tarpeellis|välttämättömät|
      tallenna valinn`,
    settings: 'asetu|muokkaa|hallitse|hallinnoi|mukauta|valinnat|valitse|lisäasetuk|evästeasetuk',
    acknowledge: 'selvä|sulje|ymmärrän|jatka|ymmärretty|kuittaa|asia selvä',
    reply: 'kyllä|ei|ei kiitos|joo',
    unrelated: 'tarjou|toimitu|tilaa|tilau|sijain|ilmoitu|uutiskirje',
    other: '18 vuot|18-vuot|täysi-ikäi|syntymäaika|valitse maa|ikäraja',
  },
  hu: {
    names: 'magyar|hungarian',
    cookie: 'süti',
    uses: 'haszn|alkalmaz|felhaszn',
    purpose:
      'weboldal|adatv|adatk|élmény|honlap|webhely|látogat|forgalom|hirdet|statisztik|személyre|oldalunk|böngész',
    consent: `elfogad|elutas|engedély|hozzájárul|elvet|megenged|beleegyez|egyetért|visszautas|mindet|tilt|
      csak a szükséges|csak szükséges|csak a nélkülözhetetlen|szükséges süti|összes elfog|nem fogad`,
    settings: 'beállít|testreszab|testre szab|kezel|személyre szab|módosít|lehetőség|választ',
    acknowledge: 'rendben|értem|bezár|folytat|megértettem|oké|tovább',
    reply: 'igen|nem|nem köszönöm',
    unrelated: 'ajánlat|szállít|feliratk|rendel|értesít|hírlev',
    other:
      '18 év|elmúltam|elmúltál|nagykorú|születési|betölt|válasszon országot|válassz országot|válassza ki az ország',
  },
}
