/// <reference lib="dom" />
import type { Phrases } from '../phrases.data.ts'

export type ConsentPatterns = Readonly<Record<keyof Phrases, RegExp>>

/** Characters of a text that is still a dialog's; preference centres are long. */
const MOST_TEXT = 6000
/** Characters of a button. */
const MOST_LABEL = 60
const BUTTONS = 'button, a, [role="button"], input[type="button"], input[type="submit"], summary'
const FIELDS =
  'input[type="email"], input[type="password"], input[type="tel"], input[type="text"], input:not([type]), textarea, select'

/** Words match at their beginning; scripts without spaces anywhere. */
export function compilePatterns(phrases: Phrases): ConsentPatterns {
  const literal = (phrase: string) => phrase.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const isSpaceless = (phrase: string) =>
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(phrase)
  const pattern = (list: readonly string[]) =>
    list.map((phrase) => (isSpaceless(phrase) ? '' : '(?<!\\p{L})') + literal(phrase)).join('|')
  const entries = Object.entries(phrases).map(([name, list]) => [name, new RegExp(pattern(list), 'iu')])
  return Object.fromEntries(entries) as ConsentPatterns
}

/** Does it ask for consent to cookies, or tell of them to be dismissed? */
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

/** The text that is shown, open shadow trees included. */
export function textOf(root: Element): string {
  if (/^(style|script|template|noscript)$/i.test(root.tagName) || !isShown(root)) return ''
  // biome-ignore lint/performance/useDomNodeTextContent: what is not shown says nothing
  const own = root instanceof HTMLElement ? root.innerText : (root.textContent ?? '')
  const inner = [root, ...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => [
    ...(shadowRoot?.children ?? []),
  ])
  return [own, ...inner.map(textOf)].join(' ').trim()
}

/** What matches in it, open shadow trees included. */
export function deep(root: Element | ShadowRoot, selector: string): Element[] {
  const hosts = [...root.querySelectorAll('*')]
  if (root instanceof Element) hosts.push(root)
  const inner = hosts.flatMap(({ shadowRoot }) => (shadowRoot ? deep(shadowRoot, selector) : []))
  return [...root.querySelectorAll(selector), ...inner]
}

export function isShown(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true })
}

function labelOf(button: Element): string {
  const text = button instanceof HTMLInputElement ? button.value : button.textContent
  return (text?.trim() || button.getAttribute('aria-label') || '').trim()
}

/** The file, for a world where nothing of it is known. */
export const consentTextScript = [
  `const MOST_TEXT = ${MOST_TEXT}, MOST_LABEL = ${MOST_LABEL}`,
  `const BUTTONS = ${JSON.stringify(BUTTONS)}, FIELDS = ${JSON.stringify(FIELDS)}`,
  ...[compilePatterns, asksConsent, textOf, deep, isShown, labelOf].map(String),
]
