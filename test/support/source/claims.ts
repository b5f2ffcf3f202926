/** A number that a document states of something that the code has. */
export interface Claim {
  readonly count: number
  /** The noun behind the number, as `countedNouns` has it. */
  readonly noun: string
  /** The words as they stand in the document. */
  readonly text: string
}

const WORDS = [
  ...['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen', 'twenty'],
]
const DIGITS = String.raw`\d{1,3}(?:,\d{3})+|\d+`
const NUMBER_WORDS = WORDS.slice(1).join('|')

/**
 * Claims of a Markdown page: digits right before a noun (`306 rules`), and number words that speak of all there are
 * (`the nine rules`, `all six parts`, `Four stages`, `The six parts`). "Three parts" in the middle of a sentence speaks
 * of some, and claims nothing.
 */
export function claimsOf(markdown: string, nouns: readonly string[]): Claim[] {
  const text = markdown
    .replace(/\]\([^)]*\)/g, ']')
    .replaceAll(/[[\]*`]/g, '')
    .replaceAll(/\s+/g, ' ')
  const words = `(?:\\b(?:[Tt]he|[Aa]ll|[Ii]ts) (?:${NUMBER_WORDS})|\\b(?:${capitalised(NUMBER_WORDS)}))`
  const longestFirst = nouns.toSorted((a, b) => b.length - a.length).join('|')
  const found = text.matchAll(new RegExp(`((?<![\\w.,])(?:${DIGITS})|${words}) (${longestFirst})\\b`, 'g'))
  return [...found].map(([claim, number = '', noun = '']) => ({ count: numberOf(number), noun, text: claim }))
}

const capitalised = (words: string) => words.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())

function numberOf(text: string): number {
  const word = text.toLowerCase().split(' ').at(-1) ?? ''
  return WORDS.includes(word) ? WORDS.indexOf(word) + 1 : Number(text.replaceAll(',', ''))
}

/** A default that a document states behind the name of a setting, in the unit of the setting's name. */
export interface StatedDefault {
  readonly name: string
  readonly value: number
  readonly text: string
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, h: 3_600_000, days: 86_400_000 }
const NAME_UNIT_MS: Readonly<Record<string, number>> = { MS: 1, SECONDS: 1000, DAYS: 86_400_000 }

/** The defaults in brackets right behind settings: `NAME` (1,000 ms). Another word than a unit of time behind the number is of no concern. */
export function defaultsOf(markdown: string): StatedDefault[] {
  const found = markdown.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`\s\((\d[\d,]*)(?:\s(ms|s|h|days))?[);,]/g)
  return [...found].map(([text, name = '', digits = '', unit]) => {
    const value = Number(digits.replaceAll(',', ''))
    const perName = NAME_UNIT_MS[name.split('_').at(-1) ?? '']
    const isTime = unit !== undefined && perName !== undefined
    return { name, text, value: isTime ? (value * (UNIT_MS[unit] ?? 1)) / perName : value }
  })
}
