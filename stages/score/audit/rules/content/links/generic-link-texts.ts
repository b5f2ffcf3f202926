/** Texts by language: English to Persian from Lighthouse's audit link-text, the others in the same manner. */
const texts: Readonly<Record<string, string>> = {
  en: 'click here|click this|go|here|information|learn more|more|more info|more information|right here|read more|see more|start|this',
  ja: 'ここをクリック|こちらをクリック|リンク|続きを読む|続く|全文表示',
  es: 'click aquí|click aqui|clicka aquí|clicka aqui|pincha aquí|pincha aqui|aquí|aqui|más|mas|más información|más informacion|mas información|mas informacion|este|enlace|este enlace|empezar',
  pt: 'clique aqui|ir|mais informação|mais informações|mais|veja mais',
  ko: '여기|여기를 클릭|클릭|링크|자세히|자세히 보기|계속|이동|전체 보기',
  sv: 'här|klicka här|läs mer|mer|mer info|mer information',
  de: 'klicke hier|hier klicken|hier|mehr|siehe|dies|das|weiterlesen',
  ta: 'அடுத்த பக்கம்|மறுபக்கம்|முந்தைய பக்கம்|முன்பக்கம்|மேலும் அறிக|மேலும் தகவலுக்கு|மேலும் தரவுகளுக்கு|தயவுசெய்து இங்கே அழுத்தவும்|இங்கே கிளிக் செய்யவும்',
  fa: 'اطلاعات بیشتر|اطلاعات|این|اینجا بزنید|اینجا کلیک کنید|اینجا|برو|بیشتر بخوانید|بیشتر بدانید|بیشتر|شروع',
  fr: "cliquez ici|cliquer ici|ici|lire la suite|en savoir plus|plus d’informations|plus d'informations",
  it: 'clicca qui|qui|leggi di più|scopri di più|leggi tutto',
  nl: 'klik hier|hier|lees meer|meer lezen|meer informatie',
}

const languagesOf = new Map<string, Set<string>>()
for (const [language, list] of Object.entries(texts))
  for (const text of list.split('|')) {
    const languages = languagesOf.get(text) ?? new Set()
    languagesOf.set(text, languages.add(language))
  }

/** Languages in which a lower-case text says nothing about the target of a link; null where there is none. */
export function genericLanguages(text: string): ReadonlySet<string> | null {
  return languagesOf.get(text) ?? null
}
