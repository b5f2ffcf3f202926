import { asian } from './languages/asian.data.ts'
import type { Language } from './languages/language.ts'
import { northern } from './languages/northern.data.ts'
import { slavic } from './languages/slavic.data.ts'
import { western } from './languages/western.data.ts'
import { fold } from './page/fold.ts'

/** Starts of words of all `languages` together, as `fold` makes them: banners mix languages. */
export interface Phrases {
  /** Names of languages, in the language itself and in English. */
  readonly names: readonly string[]
  /** The subject of a banner. */
  readonly cookie: readonly string[]
  /** Verbs of a statement that the site uses cookies. */
  readonly uses: readonly string[]
  /** The purposes of cookies, and where they are explained. */
  readonly purpose: readonly string[]
  /** Buttons that accept or reject. */
  readonly consent: readonly string[]
  /** Buttons that lead to the choice. */
  readonly settings: readonly string[]
  /** Starts of buttons that only dismiss. */
  readonly acknowledge: readonly string[]
  /** Whole labels: yes and no. */
  readonly reply: readonly string[]
  /** Objects of other buttons, such as offers and notifications. */
  readonly unrelated: readonly string[]
  /** Words of other overlays, such as age checks and choices of a country. */
  readonly other: readonly string[]
}

/** The official languages of the European Union and those that most websites are written in, by their codes. */
const languages: Readonly<Record<string, Language>> = { ...western, ...northern, ...slavic, ...asian }

const phrasesOf = (kind: keyof Language) =>
  Object.values(languages).flatMap((language) => (language[kind] ?? '').split('|').map(fold))
const allOf = (kind: keyof Language) => [...new Set(phrasesOf(kind))].filter((phrase) => phrase !== '')

export const phrases: Phrases = {
  names: allOf('names'),
  cookie: allOf('cookie'),
  uses: allOf('uses'),
  purpose: allOf('purpose'),
  consent: allOf('consent'),
  settings: allOf('settings'),
  acknowledge: allOf('acknowledge'),
  reply: allOf('reply'),
  unrelated: allOf('unrelated'),
  other: allOf('other'),
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
