/// <reference lib="dom" />
import type { Phrases } from '../banners.data.ts'

export type ConsentPatterns = Readonly<Record<keyof Phrases, RegExp>>

/** Maximum characters of a dialog; preference centres are long. */
const MOST_TEXT = 6000
/** Maximum characters of the label of a button. */
const MOST_LABEL = 60
const BUTTONS = 'button, a, [role="button"], input[type="button"], input[type="submit"], summary'
const FIELDS =
  'input[type="email"], input[type="password"], input[type="tel"], input[type="text"], input:not([type]), textarea, select'

/** Compiles lists of phrases. A phrase matches at the start of a word; in scripts without spaces it matches anywhere. */
export function compilePatterns(phrases: Phrases): ConsentPatterns {
  const literal = (phrase: string) => phrase.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const isSpaceless = (phrase: string) =>
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(phrase)
  const pattern = (list: readonly string[]) =>
    list.map((phrase) => (isSpaceless(phrase) ? '' : '(?<!\\p{L})') + literal(phrase)).join('|')
  const entries = Object.entries(phrases).map(([name, list]) => [name, new RegExp(pattern(list), 'iu')])
  return Object.fromEntries(entries) as ConsentPatterns
}

/** Whether the element asks for consent to cookies, or informs about cookies with a button to dismiss it. */
export function asksConsent(root: Element, speech: ConsentPatterns): boolean {
  const text = textOf(root)
  if (text.length > MOST_TEXT || !speech.cookie.test(text) || speech.other.test(text)) return false
  if (deep(root, FIELDS).some(isShown)) return false
  const labels = deep(root, BUTTONS).filter(isShown).map(labelOf)
  const statesPurpose = speech.purpose.test(text)
  const hasButton = (words: RegExp) =>
    labels.some((label) => label.length > 0 && label.length <= MOST_LABEL && words.test(label))
  if (hasButton(speech.consent)) return statesPurpose || speech.uses.test(text)
  return (
    hasButton(new RegExp(`^(${speech.acknowledge.source})`, 'iu')) && statesPurpose && speech.uses.test(text)
  )
}

/** The visible text, including open shadow trees. */
export function textOf(root: Element): string {
  if (/^(style|script|template|noscript)$/i.test(root.tagName) || !isShown(root)) return ''
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text must not count
  const own = root instanceof HTMLElement ? root.innerText : (root.textContent ?? '')
  const inner = [root, ...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => [
    ...(shadowRoot?.children ?? []),
  ])
  return [own, ...inner.map(textOf)].join(' ').trim()
}

/** All matching descendants, including those in open shadow trees. */
export function deep(root: Element | ShadowRoot, selector: string): Element[] {
  const hosts = [...root.querySelectorAll('*')]
  if (root instanceof Element) hosts.push(root)
  const inner = hosts.flatMap(({ shadowRoot }) => (shadowRoot ? deep(shadowRoot, selector) : []))
  return [...root.querySelectorAll(selector), ...inner]
}

/** Whether the element is rendered and visible. */
export function isShown(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true })
}

function labelOf(button: Element): string {
  const text = button instanceof HTMLInputElement ? button.value : button.textContent
  return (text?.trim() || button.getAttribute('aria-label') || '').trim()
}

/** The source of this file, for an isolated world. */
export const consentTextScript = [
  `const MOST_TEXT = ${MOST_TEXT}, MOST_LABEL = ${MOST_LABEL}`,
  `const BUTTONS = ${JSON.stringify(BUTTONS)}, FIELDS = ${JSON.stringify(FIELDS)}`,
  ...[compilePatterns, asksConsent, textOf, deep, isShown, labelOf].map(String),
]
