import type { Language } from './language.ts'

/** The Slavic languages. Croatian, Bosnian and Serbian in Latin letters share their words; so do both scripts of Serbian. */
export const slavic: Readonly<Record<string, Language>> = {
  pl: {
    names: 'polski|polish',
    cookie: 'ciastecz|ciastek|rodo',
    uses: 'używa|użycie|stosuj|korzyst|wykorzyst|zapisuj',
    purpose: `prywatn|stron|dane|danych|serwis|reklam|analiz|statysty|ruch|partner|treści|personaliz|doświadcz|witryn|
      zgod`,
    consent: `akceptuj|zaakceptuj|akceptacj|zgadzam|zgoda|zgodę|zgody|wyrażam|odrzu|odmaw|odmów|zezw|pozwól|pozwal|przyjmuj|
      tylko niezbędn|tylko koniecz|tylko wymagan|niezbędne|zapisz wybór|potwierdź wybór|przejdź do serwisu`,
    settings: 'ustawie|dostosuj|zarządza|preferencj|konfigur|opcje|zmień|wybierz',
    acknowledge: 'rozumiem|zamknij|zrozumia|dalej|w porządku|przejdź dalej|kontynuuj|jasne',
    reply: 'tak|nie|nie dziękuję|tak proszę',
    unrelated: 'ofert|dostaw|subskry|zamów|lokaliz|powiadom|zaprosz|zapisz się|płatno',
    other: '18 lat|pełnoletni|data urodzenia|datę urodzenia|wybierz kraj|wybierz swój kraj|ukończon',
  },
  cs: {
    names: 'čeština|česky|czech',
    cookie: 'sušenk',
    uses: 'použív|využív|ukládá|použit',
    purpose: 'stránk|souhlas|zážit|web|ochran|osobní|návštěvnost|analý|reklam|soukromí|obsah|měřen',
    consent: `přij|souhlas|odmít|povol|zakáz|zamít|nesouhlas|akcept|pouze nezbytn|jen nezbytn|nezbytné|pouze nutn|jen nutn|
      jen technick|pouze technick|potvrdit výběr|uložit výběr`,
    settings: 'nastav|přizpůsob|spravovat|správa|předvol|podrobné|upravit|volby|možnosti|vlastní',
    acknowledge: 'rozumím|zavřít|chápu|pokračovat|beru na vědomí|jasně|v pořádku|dobře',
    reply: 'ano|ne|ne děkuji|ne díky',
    unrelated: 'nabídk|doruč|odběr|objedn|poloh|oznámen|pozvánk|platb',
    other: '18 let|plnolet|datum narození|zletil|vyberte zemi|vyberte svou zemi|vyberte si zemi|zvolte zemi',
  },
  sk: {
    names: 'slovenčina|slovensky|slovak',
    uses: 'použív|využív|ukladá|použit',
    purpose: 'stránk|súhlas|zážit|web|súkrom|osobn|ochran|návštevn|analy|reklam|obsah|merani',
    consent: `prij|súhlas|odmiet|povol|zakáz|zamiet|nesúhlas|akcept|iba nevyhnut|len nevyhnut|nevyhnutné|iba potrebn|
      len potrebn|potvrdiť výber|uložiť výber`,
    settings: 'nastav|prispôs|spravovať|správa|predvoľ|upraviť|možnosti|voľby',
    acknowledge: 'rozumiem|zavrieť|zatvoriť|pokračovať|chápem|beriem na vedomie|v poriadku|jasné|dobre',
    reply: 'áno|nie|nie ďakujem',
    unrelated: 'ponuk|doruč|odber|objedn|poloh|oznámen|pozvánk|platb',
    other: '18 rokov|plnolet|dátum narodenia|vyberte krajinu|vyberte si krajinu|zvoľte krajinu',
  },
  sl: {
    names: 'slovenščina|slovensko|slovenian|slovene',
    cookie: 'piškot',
    uses: 'uporab',
    purpose: 'splet|stran|izkušnj|zasebnost|osebn|podatk|obisk|oglas|analiz|promet|vsebin',
    consent: `sprejm|sprejem|strinja|soglaš|zavrn|zavrač|dovol|omogoč|privol|samo nujn|le nujn|nujne|nujni|samo obvezn|
      potrdi izbor|potrdi izbir|shrani izbir`,
    settings: 'nastavit|prilagod|upravlj|uredi|izbir|možnosti|spremeni',
    acknowledge: 'razumem|zapri|nadaljuj|v redu|prav|jasno',
    reply: 'da|ne|ne hvala',
    other: '18 let|polnolet|datum rojstva|izberite državo|izberi državo|izberite svojo državo',
  },
  hr: {
    names: 'hrvatski|bosanski|srpski|croatian|bosnian|serbian|srpski (latinica)',
    cookie: 'kolačić|kolacic',
    uses: 'korist|upotreb|uporab|primjenj|primenj',
    purpose: `stranic|iskustv|privatnost|mrežn|web|osobn|ličn|podat|podac|promet|oglas|sajt|saobraćaj|analiz|sadržaj|
      privol`,
    consent: `prihva|slaž|slazem|odbi|odbac|dozvol|dopust|dopušt|omoguć|samo nužn|samo neophodn|samo obvezn|samo obavezn|
      samo potrebn|nužni|neophodn|privol|pristaj|pristan|suglas|saglas|zabran|spremi odabir|sačuvaj izbor|potvrdi odabir|
      potvrdi izbor|onemoguć`,
    settings:
      'postavk|podešavanj|podesi|prilagod|upravlj|uredi|opcij|odabir|preferenc|promijeni|promeni|izbor',
    acknowledge: 'razumijem|razumem|u redu|zatvori|nastavi|shvaćam|shvatam|važi|jasno',
    reply: 'da|ne|ne hvala',
    unrelated: 'ponud|dostav|pretplat|narudž|lokacij|obavijest|obavešten|pozivnic',
    other: `18 godina|punoljet|punolet|datum rođenja|odaberite zemlju|izaberite zemlju|odaberite državu|izaberite državu|
      odaberi zemlju|stariji od 18`,
  },
  sr: {
    names: 'српски|српски (ћирилица)|босански|црногорски|crnogorski',
    cookie: 'колачић',
    uses: 'корист|употреб|примењ',
    purpose: 'страниц|сајт|искуств|приватност|личн|подат|подац|саобраћај|оглас|анализ|интернет|садржај|веб',
    consent: `прихва|слаж|одби|одбац|дозвол|допуст|омогућ|само неопходн|само нужн|само обавезн|неопходн|пристај|пристан|
      саглас|сачувај избор|потврди избор|забран`,
    settings: 'подешавањ|подеси|прилагод|управљ|опциј|поставк|избор|промени',
    acknowledge: 'разумем|у реду|затвори|настави|важи|јасно|схватам',
    reply: 'да|не|не хвала',
    other: '18 година|пунолет|датум рођења|изаберите земљу|изаберите државу|одаберите земљу|старији од 18',
  },
  mk: {
    names: 'македонски|macedonian',
    cookie: 'колачињ',
    uses: 'корист|употреб',
    purpose: 'страниц|сајт|искуств|приватност|личн|податоц|сообраќај|реклам|анализ|веб|содржин',
    consent:
      'прифа|соглас|одби|одбиј|дозвол|само неопходн|неопходни|само потребн|зачувај избор|одобр|забран|отфрл',
    settings: 'поставк|прилагод|управув|преференц|опци|избор|промени|поставув',
    acknowledge: 'разбирам|разбрав|во ред|затвори|продолжи|јасно',
    reply: 'да|не|не благодарам',
    other: '18 години|полнолет|датум на раѓање|изберете земја|изберете држава|избери земја',
  },
  bg: {
    names: 'български|bulgarian',
    cookie: 'бисквит',
    uses: 'използва|ползва|употреб',
    purpose:
      'сайт|уебсайт|поверителн|преживяван|изживяван|личн|данни|трафик|реклам|анализ|страниц|посещен|съдържан|съгласи',
    consent: `прием|прие|съглас|несъглас|отказ|откаж|отхвърл|разреш|позвол|само необходим|само задължител|необходими|забран|
      запази избор|потвърди|потвържд`,
    settings: 'настрой|персонализ|управлен|управля|предпочит|опции|промени|промяна|избор|избери',
    acknowledge: 'разбрах|разбирам|затвор|продълж|добре|ок|ясно',
    reply: 'да|не|не благодаря',
    unrelated: 'оферт|доставк|абон|поръчк|местополож|известия|покан',
    other:
      '18 години|навърш|пълнолет|дата на раждане|изберете държава|изберете страна|избери държава|избери страна',
  },
  ru: {
    names: 'русский|russian',
    cookie: 'кук',
    uses: 'использ|примен|пользу|обрабат|собира',
    purpose: 'сайт|конфиден|персонал|данны|данных|аналит|анализ|трафик|реклам|опыт|удоб|политик|посещ|метри',
    consent: `принять|приня|прини|соглас|отклон|разреш|отказ|запрет|запрещ|только необход|только обязат|необходимые|не соглас|
      подтвердить выбор|сохранить выбор|отверг`,
    settings: 'настро|управл|параметр|выбрать|изменить|настраив',
    acknowledge: 'понятно|хорошо|закрыть|ок|ясно|продолж|понял|окей|ладно|всё понятно',
    reply: 'да|нет|нет спасибо|да спасибо',
    unrelated: 'предложени|доставк|подпис|заказ|геолок|местополож|уведомл|приглаш|рассылк|оплат',
    other:
      '18 лет|дата рождения|дату рождения|совершеннолет|выберите страну|выберите город|выберите регион|вам есть 18',
  },
  uk: {
    names: 'українська|ukrainian',
    cookie: 'кук',
    uses: 'використ|застосов|послугов|збира',
    purpose: 'сайт|конфіден|досвід|персонал|дани|трафік|реклам|аналі|приватн|веб|зручн|відвіду|політик',
    consent: `прийня|прийма|погод|відхил|дозвол|згод|згоден|згодна|відмов|заборон|лише необхід|тільки необхід|лише обов|
      необхідні|не погодж|підтвердити вибір|зберегти вибір|відкину`,
    settings: 'налаштув|керув|параметр|змінити|вибрати|уподоб|обрати',
    acknowledge: 'зрозуміло|закрити|добре|гаразд|продовж|ок|ясно|я розумію|зрозумі',
    reply: 'так|ні|ні дякую',
    unrelated: 'пропозиц|доставк|підпис|замовл|геолок|місцезнах|сповіщен|запрош|розсил|оплат',
    other:
      '18 років|повноліт|дата народження|дату народження|оберіть країну|виберіть країну|оберіть місто|вам є 18',
  },
  be: {
    names: 'беларуская|belarusian',
    uses: 'выкарыст|ужыва|збіра',
    purpose: 'сайт|прыватн|персан|даны|зручн|рэклам|аналіз|палітык',
    consent: 'прыня|прыма|згод|згадж|адхіл|адмов|адмаў|дазвол|дазвал|толькі неабход|забаран',
    settings: 'налад|кірав|змяніць|параметр|выбраць',
    acknowledge: 'зразумела|закрыць|добра|працяг|ясна',
    reply: 'так|не|не дзякуй',
    other: '18 гадоў|паўналет|дата нараджэння|абярыце краіну|выберыце краіну',
  },
}
