import { plainText } from '../../../derived/title/titles.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import { memoize } from '../../../engine/memoize.ts'

/** Maximum characters that are searched; in a longer page a missing text is undecided. */
const MAX_CHARS = 300_000

export interface VisibleText {
  /** White space collapsed; labels and text alternatives are at the end. */
  readonly text: string
  readonly isCut: boolean
}

const visibleForText = ['alt', 'title', 'aria-label', 'content', 'value']

/** The text of the page that readers see or hear. */
export const visibleText = memoize((document: PageDocument): VisibleText => {
  const shown = document.body === null ? '' : document.text(document.body)
  const labels = visibleForText.flatMap((attribute) =>
    document
      .withAttribute(attribute)
      .flatMap(({ name, attribs }) => (name === 'meta' ? [] : (attribs[attribute] ?? []))),
  )
  const text = [shown, ...labels].join(' \n ')
  return { text: text.slice(0, MAX_CHARS), isCut: text.length > MAX_CHARS || document.cut !== null }
})

const plainOf = memoize((page: VisibleText): string => plainText(page.text))
const wordsOf = memoize((page: VisibleText): ReadonlySet<string> => new Set(plainOf(page).split(' ')))
const seenNumbers = memoize((page: VisibleText): ReadonlySet<number> => numbersIn(page.text))

/** Share of the words that suffices: headlines are written in several ways. */
const ENOUGH = 0.5

/** Whether the page shows a name, or at least half of its words, case and punctuation ignored. */
export function showsName(page: VisibleText, name: string): boolean {
  if (page.text.includes(name)) return true
  const wanted = plainText(name)
  if (wanted === '' || plainOf(page).includes(wanted)) return true
  const own = wanted.split(' ')
  return own.filter((word) => wordsOf(page).has(word)).length >= own.length * ENOUGH
}

/** Whether the page shows a number in any grouping: `1.299,00` and `1,299` are both 1299. */
export function showsNumber(page: VisibleText, number: number): boolean {
  return seenNumbers(page).has(number)
}

const price =
  /\p{Sc}\s?\d|\d\s?\p{Sc}|\d\s?(?:kr|zł|Kč|Ft|lei|CHF|USD|EUR|GBP)\b|\b(?:CHF|USD|EUR|GBP|kr)\.?\s?\d/u

/** Whether a number stands next to a currency sign. */
export function showsPrice({ text }: VisibleText): boolean {
  return price.test(text)
}

/** All numbers of a text, in each way that they can be read. */
export function numbersIn(text: string): ReadonlySet<number> {
  const written = text.match(/\d+(?:[.,'’\u00a0\u202f ]\d+)*/g) ?? []
  return new Set(written.flatMap(readingsOf))
}

/**
 * A separator before the last digits may group thousands or begin a fraction; spaces may also separate two
 * numbers.
 */
function readingsOf(written: string): number[] {
  if (written.length > 40) return []
  const digits = (text: string) => text.replace(/\D/g, '')
  const last = Math.max(written.lastIndexOf('.'), written.lastIndexOf(','))
  const whole = Number(digits(written))
  const parts = written.split(/[\u00a0\u202f ]/).flatMap((part) => (part === written ? [] : readingsOf(part)))
  const fraction =
    last < 0 ? [] : [Number(`${digits(written.slice(0, last))}.${digits(written.slice(last))}`)]
  return [whole, ...fraction, ...parts]
}
