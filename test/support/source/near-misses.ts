/** A text that may keep a backtracking matcher busy: `unit` again and again between `before` and `after`. */
export interface NearMiss {
  readonly before: string
  readonly unit: string
  readonly after: string
}

/** Characters that stand for all others. */
const CHARACTERS = [
  ...Array.from({ length: 95 }, (_, at) => String.fromCharCode(0x20 + at)),
  ...['\t', '\n', '\r', '\0', '\u007f', 'é', '\u00a0', '\u0301', '\u2028', 'Ж', '東', '😀'],
]
const MAX_CHARACTERS = 14
const MAX_WORDS = 6
const MAX_BEFORES = 4
/** An escape, a class, or a character that means more than itself or is repeated; else a letter of a word. */
const ATOM =
  /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|[kK]<[^>]*>|.)|\[\^?(?:\\.|[^\]\\])*\]|\((?:\?(?:<?[=!]|:|<[^>]*>))?|[)|^$*+?.]|\{\d+(?:,\d*)?\}|./gsu
const QUANTIFIER = /^(?:[*+?]|\{\d)/
const STRUCTURE = /^(?:[)|^$*+?(]|\{\d|\\[bBk])/

/**
 * Texts that match a part of a regular expression again and again: each kind of characters that its classes tell apart,
 * each pair of kinds, and its words, behind nothing, or behind what it may begin with, followed by nothing or by a character
 * that nothing in it matches.
 */
export function nearMisses(source: string, flags: string): NearMiss[] {
  const parts = source.match(ATOM) ?? []
  const kinds = kindsOf(parts, flags)
  const words = wordsOf(parts)
  const units = new Set([
    ...kinds,
    ...words,
    ...kinds.flatMap((one) => kinds.map((other) => one + other)),
    ...words.flatMap((word) => kinds.flatMap((kind) => [word + kind, kind + word])),
  ])
  // Others begin anywhere: also at each unit.
  const isAnchored = source.includes('^') || flags.includes('y')
  const befores = new Set(isAnchored ? ['', ...words, ...kinds.slice(0, MAX_BEFORES)] : [''])
  const afters = ['', '\0']
  return [...units].flatMap((unit) =>
    [...befores].flatMap((before) => afters.map((after) => ({ before, unit, after }))),
  )
}

/** The text of about `length` characters. */
export function written({ before, unit, after }: NearMiss, length: number): string {
  return before + unit.repeat(Math.ceil(length / unit.length)) + after
}

/** One character of each set of characters that the same classes match, those in most classes first. */
function kindsOf(parts: readonly string[], flags: string): string[] {
  const classes = parts
    .filter((part, at) => isClass(part) || (!STRUCTURE.test(part) && isAlone(parts, at)))
    .flatMap((part) => compiled(part, flags))
  const kinds = new Map<string, string>()
  for (const character of CHARACTERS) {
    const kind = classes.map((one) => Number(one.test(character))).join('')
    if (!kinds.has(kind)) kinds.set(kind, character)
  }
  const memberships = ([kind]: [string, string]) => kind.replaceAll('0', '').length
  return [...kinds]
    .toSorted((one, other) => memberships(other) - memberships(one))
    .slice(0, MAX_CHARACTERS)
    .map(([, character]) => character)
}

function isClass(part: string): boolean {
  return part === '.' || part.startsWith('[') || /^\\[dDsSwWpP]/.test(part)
}

/** Whether a character is no part of a word: it is repeated, or is neither letter nor digit. */
function isAlone(parts: readonly string[], at: number): boolean {
  return QUANTIFIER.test(parts[at + 1] ?? '') || !/^[a-z\d]$/i.test(parts[at] ?? '')
}

function compiled(part: string, flags: string): RegExp[] {
  try {
    return [new RegExp(`^(?:${part})$`, flags.replace(/[gy]/g, ''))]
  } catch {
    return []
  }
}

function wordsOf(parts: readonly string[]): string[] {
  const words: string[] = ['']
  for (const [at, part] of parts.entries()) {
    if (isLetter(part, parts[at + 1] ?? '')) words.push(words.pop() + part.replace(/^\\/, ''))
    else if (words.at(-1) !== '') words.push('')
  }
  return [...new Set(words)].filter((word) => word !== '').slice(0, MAX_WORDS)
}

/** Whether a part stands for itself, once. */
function isLetter(part: string, next: string): boolean {
  return !STRUCTURE.test(part) && !isClass(part) && !QUANTIFIER.test(next)
}
