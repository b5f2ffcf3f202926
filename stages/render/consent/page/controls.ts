/// <reference lib="dom" />
import { fold } from './fold.ts'
import type { PhraseIndex } from './phrases.ts'
import { deep, isShown, textOf } from './reading.ts'

/** Maximum characters of the label of a button. */
const MOST_LABEL = 60
/** Maximum elements of a dialog. */
const MOST_ELEMENTS = 4000
/** What a person may press, besides custom elements and whatever has the pointer of a link. */
const CONTROLS = ['button', 'a', 'summary', '[onclick]', '[tabindex]']
  .concat(['button', 'link', 'menuitem'].map((role) => `[role="${role}"]`))
  .concat(['button', 'submit', 'reset', 'image'].map((type) => `input[type="${type}"]`))
  .concat(['btn', 'button', 'accept', 'agree', 'reject', 'decline'].map((name) => `[class*="${name}" i]`))
  .join(',')
/** A link that only leads to another page, and looks like a link. */
const LEADING = `a[href]:not(${[
  ...['[href^="#"]', '[href^="?"]', '[href=""]', '[href^="javascript:" i]', '[href*="accept" i]'],
  ...['[role="button"]', '[onclick]', '[class*="btn" i]', '[class*="button" i]'],
].join(',')})`
const NAMES = ['aria-label', 'alt', 'title']
const TYPES = ['email', 'password', 'tel', 'text', 'number', 'date', 'month', 'url', 'file']
const FIELDS = [...TYPES.map((type) => `input[type="${type}"]`), 'input:not([type])', 'textarea'].join(',')
const SEARCH = 'input[type="search"]'
const CHOICES = 'input[type="checkbox"], [role="switch"], [role="checkbox"]'
const MOST_LANGUAGES = 30
const LEGAL =
  /imprint|impressum|legal|terms|mentions|colofon|privac|polic|datenschutz|confidentialit|prywatno|tietosuoja|personvern|gdpr/i
/** Names of languages that the browser knows, read once. */
const KNOWN_NAMES = new Set<string>()

/** The labels of what a person may press in the element: text, text alternatives and accessible names. */
export function controlLabels(root: Element, isInFlow: boolean): string[] {
  const all = deep(root, '*')
  if (all.length > MOST_ELEMENTS) return []
  const isPointer = (element: Element) => getComputedStyle(element).cursor === 'pointer'
  const isAllPointer = isPointer(root)
  const isControl = (element: Element) =>
    element.matches(CONTROLS) || element.localName.includes('-') || (!isAllPointer && isPointer(element))
  return all
    .filter((element) => isControl(element) && !(isInFlow && element.matches(LEADING)))
    .filter((element) => element.closest('nav') === null || element.matches('[role="tab"]'))
    .filter(isShown)
    .flatMap(labelsOf)
    .filter((label) => label.length > 0 && label.length <= MOST_LABEL)
}

function labelsOf(control: Element): string[] {
  const isCustom = control.localName.includes('-')
  const attributes = isCustom ? [...NAMES, 'label', 'text', 'value'] : NAMES
  const text = control instanceof HTMLInputElement ? control.value : control.textContent
  const pictures = [...control.querySelectorAll('img[alt]')].map((image) => image.getAttribute('alt'))
  const labels = [
    text,
    ...attributes.map((name) => control.getAttribute(name)),
    ...pictures,
    labelledBy(control),
  ]
  if (control.shadowRoot !== null || text?.trim() === '') labels.push(textOf(control))
  return labels.map((label) => label?.trim() ?? '')
}

function labelledBy(control: Element): string {
  const root = control.getRootNode() as Document | ShadowRoot
  const ids = control.getAttribute('aria-labelledby')?.split(/\s+/) ?? []
  return ids.map((id) => root.getElementById?.(id)?.textContent ?? '').join(' ')
}

/** Whether the element asks for more than choices: to log in, to subscribe, to search, to choose a country. A choice of language does not. */
export function hasFormField(root: Element, phrases: PhraseIndex): boolean {
  if (deep(root, FIELDS).some(isShown)) return true
  if (deep(root, '[contenteditable="true"], [role="textbox"]').some(isShown)) return true
  const selects = deep(root, 'select').filter(isShown) as HTMLSelectElement[]
  if (!selects.every((select) => isLanguageSwitch(select, phrases))) return true
  // A list of partners may be searched.
  return deep(root, SEARCH).some(isShown) && deep(root, CHOICES).length === 0
}

/** Whether all options are names of languages, apart from a first one that says what to choose. */
function isLanguageSwitch(select: HTMLSelectElement, phrases: PhraseIndex): boolean {
  const texts = [...select.options].slice(0, MOST_LANGUAGES + 2).map(({ label }) => label)
  const [first = '', ...others] = texts
  const languages = isLanguageName(first, phrases) ? texts : others
  return (
    languages.length > 0 &&
    texts.length <= MOST_LANGUAGES + 1 &&
    languages.every((text) => isLanguageName(text, phrases))
  )
}

/** Whether the text is the name or the code of a language, with its country or script at most. */
function isLanguageName(text: string, phrases: PhraseIndex): boolean {
  if (text.length > MOST_LABEL) return false
  const isName = (name: string) => phrases.isWhole(name, 'names') || knownNames().has(fold(name))
  const parts = text
    .replace(/[(（][^()（）]{0,60}[)）]/g, ' ')
    .split(/[/|·•:,_–—-]/)
    .map((part) => part.replace(/[^\p{L}\p{M}' ]/gu, ' ').trim())
    .filter((part) => part !== '')
  return (
    isName(text) || (parts.some(isName) && parts.every((part) => isName(part) || /^\p{Lu}{2}$/u.test(part)))
  )
}

/** Names of languages in English and in themselves, and their codes of two letters. */
function knownNames(): ReadonlySet<string> {
  if (KNOWN_NAMES.size > 0) return KNOWN_NAMES
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const nameIn = (locale: string, code: string) =>
    new Intl.DisplayNames([locale], { type: 'language', fallback: 'none' }).of(code)
  for (const code of letters.flatMap((one) => letters.map((other) => one + other))) {
    const name = nameIn('en', code)
    for (const known of name === undefined ? [] : [code, name, nameIn(code, code) ?? name])
      KNOWN_NAMES.add(fold(known))
  }
  return KNOWN_NAMES
}

/** Whether the element has the navigation of a site. Languages, tabs and links to legal texts are none. */
export function hasNavigation(root: Element, phrases: PhraseIndex): boolean {
  const isHarmless = (link: Element) => {
    const label = (link.textContent ?? '').trim().slice(0, MOST_LABEL)
    const isLegal = LEGAL.test(label) || phrases.kindsIn(label).has('cookie')
    return isLegal || link.matches('[role="tab"]') || isLanguageName(label, phrases)
  }
  return deep(root, 'nav').some((nav) => {
    const links = [...nav.querySelectorAll('a, button')]
    if (links.length === 0) return textOf(nav) !== ''
    return links.length > MOST_LANGUAGES || !links.every(isHarmless)
  })
}

/** The source of this file, for an isolated world. */
export const controlsScript = [
  `const MOST_LABEL = ${MOST_LABEL}, MOST_ELEMENTS = ${MOST_ELEMENTS}, MOST_LANGUAGES = ${MOST_LANGUAGES}`,
  `const CONTROLS = ${JSON.stringify(CONTROLS)}, LEADING = ${JSON.stringify(LEADING)}, LEGAL = ${LEGAL}`,
  `const FIELDS = ${JSON.stringify(FIELDS)}, SEARCH = ${JSON.stringify(SEARCH)}, CHOICES = ${JSON.stringify(CHOICES)}`,
  `const NAMES = ${JSON.stringify(NAMES)}, KNOWN_NAMES = new Set()`,
  ...[controlLabels, labelsOf, labelledBy, hasFormField, isLanguageSwitch, isLanguageName].map(String),
  ...[knownNames, hasNavigation].map(String),
]
