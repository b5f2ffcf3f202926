import type { Phrases } from '../banners.data.ts'
import { fold, foldScript } from './fold.ts'

type Kind = keyof Phrases

/** Which phrases a text has. A look reads the text once, whatever the number of phrases. */
export interface PhraseIndex {
  /** The kinds of the phrases in the text. */
  kindsIn(text: string): ReadonlySet<Kind>
  /** The kinds of the phrases that the text begins with; a phrase of up to `SHORT` letters has to be its first word. */
  kindsAtStart(text: string): ReadonlySet<Kind>
  /** Whether the text is such a phrase and nothing else, apart from punctuation. */
  isWhole(text: string, kind: Kind): boolean
}

/** Scripts without spaces between words, and those whose words take prefixes: a phrase may stand inside of a word. */
const JOINED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Hebrew}\\p{Script=Arabic}'
/** Longest phrase that has to be a word of its own where it begins a label. */
const SHORT = 3

/** The index of phrases by their first two characters. Phrases are as `fold` makes them. */
export function indexPhrases(phrases: Partial<Phrases>): PhraseIndex {
  const byStart = new Map<string, [phrase: string, kind: Kind][]>()
  for (const [kind, list] of Object.entries(phrases) as [Kind, readonly string[]][])
    for (const phrase of list) {
      const start = phrase.slice(0, 2)
      const known = byStart.get(start) ?? []
      known.push([phrase, kind])
      byStart.set(start, known)
    }
  const joined = new RegExp(`[${JOINED}]`, 'u')
  const starts = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])\\S|(?<=[${JOINED}])\\S|[${JOINED}]`, 'gu')
  const phrasesAt = (text: string, at: number) =>
    [text.slice(at, at + 1), text.slice(at, at + 2)].flatMap((start) =>
      (byStart.get(start) ?? []).filter(([phrase]) => text.startsWith(phrase, at)),
    )
  const bare = (text: string) =>
    fold(text)
      .replace(/[^\p{L}\p{M}\p{N}' ]/gu, '')
      .trim()
  return {
    kindsIn(text) {
      const folded = fold(text)
      const found = new Set<Kind>()
      for (const { index } of folded.matchAll(starts))
        for (const [, kind] of phrasesAt(folded, index)) found.add(kind)
      return found
    },
    kindsAtStart(text) {
      const label = bare(text) || fold(text)
      const isWord = (phrase: string) =>
        phrase.length > SHORT || joined.test(phrase) || !/[\p{L}\p{N}]/u.test(label.charAt(phrase.length))
      return new Set(phrasesAt(label, 0).flatMap(([phrase, kind]) => (isWord(phrase) ? [kind] : [])))
    },
    isWhole(text, kind) {
      const label = bare(text)
      return label !== '' && phrasesAt(label, 0).some(([phrase, of]) => of === kind && bare(phrase) === label)
    },
  }
}

/** The source of this file and of `fold.ts`, for an isolated world. */
export const phrasesScript = [
  ...foldScript,
  `const SHORT = ${SHORT}, JOINED = ${JSON.stringify(JOINED)}`,
  String(indexPhrases),
]
