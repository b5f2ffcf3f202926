/**
 * The words of banners in one language: starts of words in lower case, separated by `|`. In scripts whose words have no spaces
 * or take prefixes they match inside of words as well. Accents do not matter (`page/phrases.ts`).
 */
export interface Language {
  /** Its names, as a language switch shows them. */
  readonly names: string
  /** The subject of a banner, where it is not written `cookie`. */
  readonly cookie?: string
  /** Verbs of a statement that the site uses cookies. */
  readonly uses: string
  /** The purposes of cookies, and where they are explained. */
  readonly purpose: string
  /** Buttons that accept or reject. */
  readonly consent: string
  /** Buttons that lead to the choice. */
  readonly settings: string
  /** Starts of buttons that only dismiss. */
  readonly acknowledge: string
  /** Whole labels: yes and no. */
  readonly reply: string
  /** Objects of other buttons: offers, orders, subscriptions, notifications. */
  readonly unrelated?: string
  /** Words of other overlays: age checks, choices of a country. */
  readonly other: string
}
