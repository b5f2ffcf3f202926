/** Sources of regular expressions with the flags `iu`, for what stands on an element. */
export interface Wording {
  /** What may do more than show something. */
  readonly consequential: string
  /** The same for what is only ticked or chosen: the words of filters, such as "order" or "books", are not among them. */
  readonly binding: string
  /** The subject of a dialog that asks for consent. */
  readonly consent: string
  /** What declines consent. */
  readonly decline: string
  /** A field to search in. */
  readonly search: string
}

const oneOf = (list: string) =>
  list
    .split('|')
    .map((words) => words.trim())
    .join('|')
const startOfWord = (list: string) => `(?<!\\p{L})(?:${oneOf(list)})`
/** In scripts without spaces. */
const anywhere = (list: string) => `(?:${oneOf(list)})`

const ENGLISH =
  '\\b(submit|send|save|post|buy|order|pay|checkout|purchase|donate|book|reserve|subscribe|unsubscribe|sign|log ?in|log ?out|register|add|cart|basket|continue|join|apply|delete|remove|clear|reset|cancel|confirm|accept|agree|allow|reject|decline|consent|vote|like|follow|share|report|download|upload|install|print|call|chat)'

/** Buy, order, pay, cart; delete; send; log in, log out, register; subscribe; accept, decline, of the most used languages. */
const OTHERS = startOfWord(`
  kaufen | jetzt kauf | bestell | warenkorb | bezahl | zur kasse | lösch | entfern | absend | abschick | senden | anmeld | abmeld |
  ausloggen | einloggen | registrier | abonn | buchen | spenden | akzept | zustimm | ablehn |
  acheter | achete | commander | panier | payer | paiement | supprim | effac | envoy | connexion | déconn | s'inscri | abonne |
  réserv | accepte | refuse |
  compra | pagar | pago | pedido | carrito | cesta | elimin | borrar | enviar | iniciar ses | cerrar ses | suscri | registr |
  reserv | acepta | rechaza |
  acquist | paga ora | carrello | cancella | invia | iscri | accedi | esci | prenota | accett | rifiut |
  kopen | koop nu | bestel | winkelwagen | winkelmand | betal | verwijder | verzend | verstuur | inlog | uitlog | aanmeld |
  afmeld | reserveer | accepteer | weiger |
  carrinho | excluir | apagar | remover | assinar | entrar | aceita | recusa | rejeita |
  kup teraz | kupuję | zamów | koszyk | zapłać | usuń | wyślij | zaloguj | wyloguj | zapisz się | akceptuj | odrzuć |
  köp | kundvagn | varukorg | betala | ta bort | radera | skicka | logga | prenumerera | godkänn | avvisa |
  køb | indkøbskurv | slet | bestill | handlekurv | osta | ostoskori | poista | lähetä | kirjaudu |
  koupit | košík | smazat | odeslat | přihlásit | odhlásit | vásárl | kosár | törl | küld | belép | cumpăr | coș | șterge | trimite |
  satın al | sepet | gönder | giriş yap | çıkış | abone | αγορά | καλάθι | διαγραφή | αποστολή | σύνδεση | αποσύνδεση |
  купит | купи | заказ | корзин | оплат | удал | отправ | войти | выйти | регистрац | подпис | замов | кошик | видал |
  надісл | увійти | вийти
`)
const SPACELESS = anywhere(`
  購入 | 注文 | カート | 支払 | 削除 | 送信 | ログイン | ログアウト | 登録 | 购买 | 购物车 | 支付 | 付款 | 删除 | 提交 | 发送 | 登录 | 登出 |
  退出 | 注册 | 订阅 | 購買 | 購物車 | 刪除 | 登入 | 註冊 | 訂閱 | 구매 | 주문 | 장바구니 | 결제 | 삭제 | 보내기 | 제출 | 로그인 | 로그아웃 | 가입 | 구독
`)

export const wording: Wording = {
  consequential: [ENGLISH, OTHERS, SPACELESS].join('|'),
  binding: [
    '\\b(submit|send|buy now|pay|checkout|purchase|donate|subscribe|unsubscribe|newsletter|sign ?(in|up|out)|log ?in|log ?out|register|remember me|keep me|delete|remove|terms|privacy|accept|agree|allow|reject|decline|consent|vote|upload)',
    OTHERS,
    SPACELESS,
  ].join('|'),
  consent: anywhere(`
    cookie | consent | gdpr | dsgvo | rgpd | datenschutz | privatsphäre | tracking technolog | your privacy | kakor | ciastecz |
    eväste | informasjonskaps | süti | çerez | кук | файли | クッキー | 쿠키 | biscotti | galletas
  `),
  decline: `${startOfWord(`
    reject | decline | refuse | deny | disagree | i do not | do not accept | only necessary | necessary only | only essential |
    essential only | continue without | no, thanks | ablehn | alle ablehn | nur notwendig | nur essenzi | nur erforderlich | nur technisch |
    refuser | tout refuser | continuer sans accepter | rechaz | solo necesari | rifiut | solo necessari | weiger | afwijz |
    alleen noodzakelijk | alleen functioneel | rejeit | recus | apenas necess | odrzu | tylko niezbędn | avvisa | neka |
    endast nödvänd | afvis | kun nødvend | avvis | avslå | hylkää | kiellä | vain välttäm | odmít | zamítn | jen nezbytn |
    elutas | csak szükséges | respinge | refuz | reddet | yalnızca gerekli | απόρρ | απορρ | μόνο απαραίτ | отклон | отказ |
    только необходим | відхил | лише необхідн
  `)}|${anywhere('拒否 | 拒绝 | 拒絕 | 必要のみ | 仅必要 | 僅必要 | 거부 | 거절')}`,
  search: `${startOfWord('search | query | q$ | such | recherch | busc | cerca | ricerca | zoek | pesquis | szuka | sök | søg | søk | haku | hled | keres | căut | ara$ | αναζήτ | поиск | пошук')}|${anywhere('検索 | 搜索 | 搜尋 | 검색')}`,
}
