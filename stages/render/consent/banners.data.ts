/** Starts of words, in lower case: en de fr es it nl pt pl sv da no fi cs hu ro tr el ru uk ja zh ko. */
export interface Phrases {
  /** The subject of a banner. */
  readonly cookie: readonly string[]
  /** Verbs of a statement that the site uses cookies. */
  readonly uses: readonly string[]
  /** The purposes of cookies, and where they are explained. */
  readonly purpose: readonly string[]
  /** Buttons that accept, reject or configure. */
  readonly consent: readonly string[]
  /** Buttons that only dismiss. */
  readonly acknowledge: readonly string[]
  /** Words of other overlays, such as age checks and newsletters. */
  readonly other: readonly string[]
}

const words = (text: string) => text.split('|').map((word) => word.trim())

export const phrases: Phrases = {
  cookie: words(`
    cookie | kakor | kakon | ciastecz | eväste | informasjonskaps | süti | çerez | кук | クッキー | 쿠키 | gdpr | dsgvo | rgpd |
    tracking technolog | similar technolog | your privacy choices | privatsphäre-einstellung
  `),
  uses: words(`
    use | using | verwend | nutz | setz | utilis | usa | emple | impieg | gebruik | używa | stosuj | korzyst | använd | brug |
    bruk | käyt | použív | haszn | folos | utiliz | kullan | χρησιμοποι | использ | використ | 使用 | 利用 | 사용 | 이용
  `),
  purpose: words(`
    privacy | policy | experience | analy | advert | personal | website | this site | our site | traffic | partner | consent |
    datenschutz | erlebnis | webs | confidentialité | données | expérience | mesure | privacidad | sitio | experiencia | datos |
    sito | esperienza | dati | ervaring | gegevens | experiência | dados | prywatn | stron | dane | integritet | webbplats |
    upplevelse | hjemmeside | oplevelse | nettste | opplevelse | personvern | sivust | kokemus | tietosuoja | stránk | souhlas |
    zážit | weboldal | adatv | élmény | site-ul | confidențial | gizlilik | site | deneyim | απόρρητ | ιστο | εμπειρ | сайт |
    конфиден | досвід | サイト | プライバシー | 网站 | 隐私 | 網站 | 隱私 | 体验 | 사이트 | 개인정보
  `),
  consent: words(`
    accept | agree | i agree | allow | reject | decline | refuse | deny | consent | opt out | opt-out | only necessary |
    necessary only | essential only | only essential | manage | akzeptier | alle akzept | zustimm | einverstanden | ablehn |
    erlauben | zulassen | nur notwendig | nur essenzi | nur erforderlich | accepter | j'accepte | tout accepter | refuser |
    tout refuser | continuer sans accepter | autoriser | aceptar | acepto | rechazar | permitir | accett | rifiut | consenti |
    accepteren | akkoord | weiger | toestaan | afwijz | aceitar | aceito | rejeitar | recusar | akceptuj | zaakceptuj |
    zgadzam | odrzu | zezw | acceptera | godkänn | avvisa | neka | tillåt | tillad | afvis | accepterer | acceptér | godta |
    godkjenn | avvis | avslå | tillat | hyväksy | hylkä | salli | kiellä | přij | souhlas | odmít | povol | elfogad | elutas |
    engedély | acceptă | accept | refuz | respinge | sunt de acord | kabul | reddet | izin ver | αποδ | απόρρ | απορρ |
    συμφων | принять | принима | соглас | отклон | разреш | прийня | прийма | погодж | відхил | дозвол | згод | 同意 | 許可 |
    承諾 | 拒否 | 受け入れ | すべて許可 | 接受 | 拒绝 | 拒絕 | 允许 | 允許 | 동의 | 허용 | 거부 | 거절 | 수락
  `),
  acknowledge: words(`
    ok | okay | got it | understood | i understand | close | continue | dismiss | × | ✕ | x | verstanden | schließen | weiter |
    j'ai compris | d'accord | fermer | entendido | de acuerdo | vale | cerrar | ho capito | chiudi | begrepen | sluiten |
    entendi | fechar | concordo | rozumiem | zamknij | jag förstår | förstått | stäng | jeg forstår | forstået | luk | lukk |
    forstått | selvä | sulje | ymmärrän | rozumím | zavřít | rendben | értem | bezár | am înțeles | închide | tamam | anladım |
    kapat | εντάξει | κατάλαβα | κλείσιμο | понятно | хорошо | закрыть | зрозуміло | закрити | 閉じる | 了解 | 知道了 | 关闭 |
    關閉 | 我知道 | 确定 | 확인 | 닫기
  `),
  other: words(`
    years of age | years old | your age | date of birth | 18+ | over 18 | over 21 | jahre alt | geburtsdatum | volljährig |
    ans ou plus | mayor de edad | maggiorenne | 18 jaar | år gammal | over 18 år | 18 лет | 20歳 | 18歳 | 年满18 | 만 19세
  `),
}

/** Selectors of the banners of consent platforms, from their documentation and style sheets; each matches a banner and nothing else. */
export const platforms: Readonly<Record<string, string>> = {
  OneTrust: '#onetrust-banner-sdk, #onetrust-pc-sdk, .onetrust-pc-dark-filter',
  Cookiebot: '#CybotCookiebotDialog, #CybotCookiebotDialogBodyUnderlay',
  Usercentrics: '#usercentrics-root, #usercentrics-cmp-ui, #uc-banner-modal',
  Sourcepoint: '[id^="sp_message_container_"], .sp-message-open > .sp_veil',
  Didomi: '#didomi-host',
  Quantcast: '#qc-cmp2-container, .qc-cmp-ui-container, .qc-cmp2-container',
  Klaro: '.klaro .cookie-notice, .klaro .cookie-modal',
  Complianz: '#cmplz-cookiebanner-container',
  TrustArc: '#truste-consent-track, #consent_blackbar, .truste_overlay, .truste_box_overlay',
  Google: '.fc-consent-root',
  Consentmanager: '#cmpbox, #cmpbox2',
  Osano: '.osano-cm-window',
  Axeptio: '#axeptio_overlay',
  Iubenda: '#iubenda-cs-banner',
  Tarteaucitron: '#tarteaucitronAlertBig, #tarteaucitronRoot',
  Insites: '.cc-window[role="dialog"]',
  CookieLawInfo: '#cookie-law-info-bar',
  CookieYes: '.cky-consent-container, .cky-overlay',
  Moove: '#moove_gdpr_cookie_info_bar',
  Borlabs: '#BorlabsCookieBox',
  CookieInformation: '#coi-banner-wrapper, #coiOverlay',
  CookieFirst: '.cookiefirst-root',
  Termly: '.t-consentPrompt, #termly-code-snippet-support',
  Shopify: '#shopify-pc__banner',
  CivicUk: '#ccc',
  HubSpot: '#hs-eu-cookie-confirmation',
  Ketch: '#lanyard_root',
  Transcend: '#transcend-consent-manager',
  OrestBida: '#cc-main, #cm-ov, #cm',
}
