import type { Language } from './language.ts'

/** English, the Romance languages, Greek, Irish, Maltese, Basque and Albanian. */
export const western: Readonly<Record<string, Language>> = {
  en: {
    names: 'english',
    cookie: 'cookie|gdpr|tracking technolog|similar technolog|your privacy choices',
    uses: 'use|using|utiliz|utilis',
    purpose:
      'privacy|policy|experience|analy|advert|personal|website|this site|our site|traffic|partner|consent|web|site|performance',
    consent: `accept|agree|i agree|allow|reject|decline|refuse|deny|consent|opt out|opt-out|only necessary|necessary only|
      essential only|only essential|manage|disagree|don't accept|strictly necessary|necessary cookies|essential cookies|
      required only|only required|do not sell|enable all|disable all|enable cookies|save preferences|save choices|
      confirm my choices|withdraw`,
    settings:
      'settings|preferences|customi|cookie settings|choices|options|let me choose|show details|show purposes',
    acknowledge: `ok|okay|got it|gotcha|understood|i understand|close|continue|dismiss|×|✕|✖|x|fine|sounds good|that's fine|
      that's ok|hide this`,
    reply: 'yes|no|yes please|no thanks|no thank you|sure',
    unrelated:
      'offer|deliver|subscri|newsletter|notification|location|order|invit|payment|booking|quote|challenge|sign in|log in|login|sign up|register|with google|with facebook|with apple',
    other: `years of age|years old|your age|date of birth|18+|over 18|over 21|legal drinking age|of legal age|choose your country|
      select your country|choose your region|select your region|choose your location|select your location|choose a country|
      select a country|country/region|country or region`,
  },
  fr: {
    names: 'français|french',
    cookie: 'traceur|témoins de connexion|fichiers témoins|rgpd',
    uses: 'utilis|emplo|recour|dépos|usage',
    purpose: `confidentialité|données|expérience|mesure|audience|publicit|trafic|navigation|vie privée|consentement|
      personnalis|site`,
    consent: `accept|refus|autoris|consent|continuer sans|interdire|m'oppose|uniquement nécessaire|nécessaires uniquement|
      essentiels uniquement|strictement nécessaire|enregistrer mes choix|valider mes choix|tout rejeter|rejeter`,
    settings: 'paramètr|paramétr|personnalis|gérer|préférence|réglage|configur|choisir|mes choix|options',
    acknowledge: "j'ai compris|d'accord|fermer|compris|continuer|entendu|c'est noté|je comprends",
    reply: 'oui|non|non merci|oui merci',
    unrelated: 'offre|livraison|abonn|commande|localisation|invitation|inscri|paiement',
    other: `ans ou plus|18 ans|êtes majeur|suis majeur|date de naissance|âge légal|votre âge|choisissez votre pays|
      sélectionnez votre pays|choisir votre pays|choisissez un pays|sélectionnez un pays`,
  },
  es: {
    names: 'español|castellano|spanish',
    uses: 'utiliz|usa|uso|emple',
    purpose:
      'privacidad|sitio|experiencia|datos|navega|publicidad|web|tráfico|analí|analizar|consentimiento|personaliz',
    consent: `acept|rechaz|permit|deneg|consent|consiento|autoriz|solo necesari|solo las necesari|solo esencial|
      solo las esencial|únicamente necesari|continuar sin|estoy de acuerdo|guardar preferenc|guardar mi selec`,
    settings: 'configur|ajust|gestion|personaliz|preferenc|opciones|administrar|elegir',
    acknowledge: 'entendido|de acuerdo|vale|cerrar|lo entiendo|continuar|seguir navegando|comprendo',
    reply: 'sí|no|no gracias|sí gracias',
    unrelated: 'oferta|entrega|envío|suscri|pedido|ubicación|notificaci|invitación|compra|pago',
    other: `mayor de edad|mayor de 18|18 años|fecha de nacimiento|años de edad|elige tu país|elija su país|selecciona tu país|
      seleccione su país|seleccionar país|selecciona un país`,
  },
  pt: {
    names: 'português|portuguese',
    cookie: 'lgpd',
    uses: 'utiliz|usa|uso|empreg|recorre',
    purpose: `experiência|dados|privacidade|navega|publicidade|tráfego|desempenho|site|sítio|personaliz|consentimento|anali|
      análise`,
    consent: `aceit|rejeit|recus|permit|autoriz|consent|concordar|negar|apenas necess|apenas os necess|apenas essenc|
      apenas os essenc|só necess|somente necess|somente os necess|somente essenc|continuar sem|discord|guardar preferênc|
      salvar preferênc`,
    settings: 'configur|definiç|preferênc|gerir|gerenciar|personaliz|ajust|opções|escolher',
    acknowledge:
      'entendi|fechar|concordo|prosseguir|continuar|compreendi|percebi|estou ciente|ciente|de acordo',
    reply: 'sim|não|não obrigado|sim obrigado',
    unrelated: 'oferta|entrega|assin|inscrev|pedido|localização|notificaç|convite|compra|pagamento',
    other: `maior de idade|maior de 18|18 anos|data de nascimento|escolha o seu país|escolha seu país|selecione o seu país|
      selecione seu país|selecione um país|escolha o país`,
  },
  it: {
    names: 'italiano|italian',
    uses: 'utilizz|usa|usiamo|uso|impieg|si avvale|ci avvaliamo|serve',
    purpose:
      'sito|esperienza|dati|navigazione|pubblicit|traffico|privacy|personalizz|consenso|analizz|analisi|riservatezza',
    consent: `accett|rifiut|consent|acconsent|nega|permett|autorizz|solo necessari|solo i necessari|solo essenzial|solo tecnici|
      solo i cookie|continua senza|respingi|salva preferenz|sono d'accordo`,
    settings: 'personalizz|gestisci|gestione|impostazion|preferenz|configura|opzioni|scegli',
    acknowledge: "ho capito|chiudi|capito|continua|prosegui|va bene|d'accordo|ok capito",
    reply: 'sì|no|no grazie|sì grazie',
    unrelated: 'offerta|consegna|iscri|abbon|ordine|posizione|notifich|invito|acquist|pagament',
    other: `maggiorenne|18 anni|data di nascita|maggiore età|seleziona il tuo paese|scegli il tuo paese|scegli il paese|
      seleziona il paese|seleziona un paese`,
  },
  ro: {
    names: 'română|romanian',
    uses: 'folos|utiliz',
    purpose:
      'site-ul|site|confidențial|experienț|date|trafic|publicit|navig|preferinț|personaliz|consimț|anali',
    consent: `accept|refuz|resping|sunt de acord|permite|permit|doar necesar|doar cele|doar esențial|strict necesar|consimț|
      dezacord|nu sunt de acord|salvează preferin|salvează opțiun`,
    settings: 'setări|setăril|personaliz|gestion|administr|preferinț|opțiuni|modific|configur',
    acknowledge: 'am înțeles|închide|de acord|continu|înțeleg|în regulă|bine',
    reply: 'da|nu|nu mulțumesc|da mulțumesc',
    unrelated: 'ofert|livrare|abon|comand|locați|notificăr|invitaț',
    other:
      '18 ani|data nașterii|sunt major|ești major|vârsta legală|alege țara|alegeți țara|selectați țara|selectează țara',
  },
  ca: {
    names: 'català|valencià|catalan',
    cookie: 'galet',
    uses: 'utilitz|fem servir|fa servir|usem|usa|empr|ús de',
    purpose:
      'lloc web|web|experiència|privadesa|privacitat|dades|trànsit|publicit|navega|anàlisi|analitz|personalitz',
    consent: `accept|rebutj|refus|permet|autoritz|denega|consent|només necess|només les necess|només essencial|
      només les essencial|hi estic d'acord|desa les prefer|continuar sense`,
    settings: 'configur|preferènc|gestion|personalitz|ajust|opcions|tria',
    acknowledge: "entesos|d'acord|tanca|ho entenc|continua|entès",
    reply: 'sí|no|no gràcies',
    unrelated: 'oferta|lliurament|subscri|comanda|ubicació|notificaci',
    other:
      "18 anys|major d'edat|data de naixement|trieu el país|tria el país|tria el teu país|selecciona el país|seleccioneu el país",
  },
  gl: {
    names: 'galego|galician',
    uses: 'utiliz|usa|empreg|uso',
    purpose: 'sitio|experiencia|privacidade|datos|navegación|publicidade|tráfico|analiz',
    consent: 'acept|rexeit|permit|deneg|consent|autoriz|só necesari|só as necesari|só esenciais',
    settings: 'configur|axust|xestion|preferenc|opcións|personaliz',
    acknowledge: 'entendido|de acordo|pechar|vale|continuar|enténdoo',
    reply: 'si|non|non grazas',
    other: 'maior de idade|18 anos|data de nacemento|escolle o teu país|selecciona o teu país',
  },
  eu: {
    names: 'euskara|basque',
    uses: 'erabil',
    purpose: 'webgune|esperientzia|pribatutasun|datu|nabiga|trafiko|publizitate|analiz',
    consent: 'onart|baztert|ukatu|baimen|ezetsi|beharrezkoak|adostu|uko egin',
    settings: 'ezarpen|konfigur|kudeatu|hobespen|pertsonaliz|aukera',
    acknowledge: 'ados|itxi|ulertu|jarraitu|ulertzen',
    reply: 'bai|ez|ez eskerrik asko',
    other: '18 urte|adinez nagusi|jaiotze|hautatu zure herrialdea|aukeratu herrialdea',
  },
  el: {
    names: 'ελληνικά|greek',
    cookie: 'κούκι',
    uses: 'χρησιμοποι|αξιοποι|χρήση',
    purpose: `απόρρητ|ιστο|εμπειρ|σελίδα|προσωπικ|δεδομέν|διαφημ|επισκεψ|ανάλυσ|αναλύ|εξατομίκευ|περιήγησ|κίνησ|
      συγκατάθεσ`,
    consent: `αποδ|δέχομαι|δέχεσαι|απόρρ|απορρ|συμφων|επιτρέπ|επιτρέψ|άρνηση|αρνηθ|αρνούμ|συναιν|συγκατάθεσ|μόνο απαραίτητ|μόνο τα απαραίτητ|
      απολύτως απαραίτητ|διαφων`,
    settings: 'ρυθμίσ|ρύθμισ|προτιμήσ|προσαρμογ|διαχείρισ|διαχειρισ|επιλογ|παραμετροπ',
    acknowledge: 'εντάξει|κατάλαβα|το κατάλαβα|κλείσιμο|κλείσε|συνέχεια|οκ|κατανοώ',
    reply: 'ναι|όχι|όχι ευχαριστώ',
    unrelated: 'προσφορ|παράδοσ|εγγραφ|παραγγελ|τοποθεσ|ειδοποιήσ|συνδρομ',
    other: '18 ετών|ενήλικ|ημερομηνία γέννησης|επιλέξτε χώρα|επιλέξτε τη χώρα|διαλέξτε χώρα|άνω των 18',
  },
  ga: {
    names: 'gaeilge|irish',
    cookie: 'fianán|fhianán|bhfianán|fianáin|fhianáin|bhfianáin|fianain',
    uses: 'úsáid|húsáid|núsáid|baint',
    purpose: `suíomh|láithreán|príobháid|phríobháid|taithí|eispéireas|sonraí|trácht|thrácht|fógra|fhógra|anailís|hanailís|
      gcuairt|chuairt`,
    consent: 'glac|diúlta|diúltú|ceada|cead|cheada|aontaí|aontú|toilí|toiliú|riachtanach',
    settings: 'socruithe|socrú|bainisti|saincheap|roghanna|sainroghanna|athraigh',
    acknowledge: 'tuigim|dún|lean ar aghaidh|ceart go leor|tá go maith',
    reply: 'tá|níl|sea|ní hea|ná glac',
    other: '18 mbliana|bliain d’aois|dáta breithe|roghnaigh do thír|roghnaigh tír',
  },
  mt: {
    names: 'malti|maltese',
    uses: 'juża|nuża|tuża|użu|jintuża|użati|jużaw',
    purpose:
      'sit web|websajt|esperjenza|privatezza|dejta|data personali|traffiku|reklam|analiż|nanalizza|tanalizza',
    consent: `aċċett|naċċett|jaċċett|irrifjut|nirrifjut|ċaħad|iċħad|tiċħad|niċħad|ippermett|nippermett|jippermett|naqbel|taqbel|
      kunsens|meħtieġa|neċessarji|essenzjali`,
    settings: 'settings|preferenzi|immaniġġja|issettjar|għażliet|ippersonalizza|konfigur|aġġusta',
    acknowledge: 'fhimt|agħlaq|kompli|tajjeb|nifhem',
    reply: 'iva|le|le grazzi',
    other: '18-il sena|data tat-twelid|agħżel il-pajjiż|agħżel pajjiż',
  },
  sq: {
    names: 'shqip|albanian',
    cookie: 'kuki|biskot',
    uses: 'përdor',
    purpose: 'faqe|përvoj|privatësi|të dhëna|uebsajt|uebfaqe|trafik|reklam|sajt|analiz',
    consent:
      'prano|pranim|refuz|lejo|pajtoh|jam dakord|mohoj|vetëm të nevojshme|vetëm të domosdoshme|hidhi poshtë',
    settings: 'cilësim|preferenc|menaxho|personalizo|rregull|opsion|konfigur',
    acknowledge: 'kuptova|e kuptova|mbyll|vazhdo|në rregull|e kuptoj',
    reply: 'po|jo|jo faleminderit',
    other: '18 vjeç|datëlindj|zgjidhni vendin|zgjidhni shtetin|zgjidh shtetin',
  },
}
