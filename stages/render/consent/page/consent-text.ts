/// <reference lib="dom" />
import { controlLabels, controlsScript, hasFormField, hasNavigation } from './controls.ts'
import { type PhraseIndex, phrasesScript } from './phrases.ts'
import { deep, isShown, readingScript, textOf } from './reading.ts'

/** Maximum characters of a dialog with its lists: those of cookies and partners are long. */
const MOST_TEXT = 40_000
/** Maximum characters of a dialog apart from its lists; preference centres are long. */
const MOST_PROSE = 6000
/** Maximum characters of a banner that is no overlay. */
const MOST_IN_FLOW = 2500
const LISTS = 'table, ul, ol, dl, details'
/** The age that a dialog asks for. */
const AGE = /(?<!\d)(?:16|18|19|20|21)(?!\d)/

/**
 * Whether the element asks for consent to cookies, or informs about cookies with a button to dismiss it. An element in the flow of the
 * page may be a text about cookies: there, a link to another page decides nothing, and neither does a button to settings.
 */
export function asksConsent(root: Element, phrases: PhraseIndex, isInFlow = false): boolean {
  const text = textOf(root)
  if (text.length > (isInFlow ? MOST_IN_FLOW : MOST_TEXT)) return false
  const kinds = phrases.kindsIn(text)
  if (!kinds.has('cookie') || kinds.has('other') || proseLength(root, text) > MOST_PROSE) return false
  if (hasFormField(root, phrases) || hasNavigation(root, phrases)) return false
  const labels = controlLabels(root, isInFlow)
  const isAbout = (label: string) => phrases.kindsIn(label)
  const own = labels.filter((label) => !isAbout(label).has('unrelated'))
  if (own.some((label) => isAbout(label).has('consent'))) return kinds.has('purpose') || kinds.has('uses')
  if (!kinds.has('purpose') || !kinds.has('uses')) return false
  return own.some(
    (label) =>
      phrases.kindsAtStart(label).has('acknowledge') ||
      (!isInFlow && isAbout(label).has('settings')) ||
      (phrases.isWhole(label, 'reply') && !AGE.test(text)),
  )
}

/** The characters of a text without the lists in it. */
function proseLength(root: Element, text: string): number {
  if (text.length <= MOST_PROSE) return text.length
  const lists = deep(root, LISTS).filter((list) => list !== root && isShown(list))
  const outer = lists.filter((list) => !list.parentElement?.closest(LISTS))
  return text.length - outer.reduce((sum, list) => sum + textOf(list).length, 0)
}

/** The source of this file and those it needs, for an isolated world. */
export const consentTextScript = [
  ...readingScript,
  ...phrasesScript,
  ...controlsScript,
  `const MOST_TEXT = ${MOST_TEXT}, MOST_PROSE = ${MOST_PROSE}, MOST_IN_FLOW = ${MOST_IN_FLOW}`,
  `const LISTS = ${JSON.stringify(LISTS)}, AGE = ${AGE}`,
  ...[asksConsent, proseLength].map(String),
]
