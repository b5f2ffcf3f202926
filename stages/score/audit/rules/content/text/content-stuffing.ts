import { isAppShell } from '../../../derived/page/app-shell.ts'
import { mainText, type TextBlock } from '../../../derived/text/main-text.ts'
import { proseOf } from '../../../derived/text/readability.ts'
import { isUnspaced, wordsIn } from '../../../derived/text/words.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import { elementEvidence, fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'

const FEWEST_WORDS = 200
const LARGE_SHARE = 0.06
/** Shorter words are mostly function words. */
const SHORTEST = 4
/** A list with so many phrases that share a word is written for search engines. */
const FEWEST_PHRASES = 15
const COMMON_SHARE = 0.6
const MOST_CHARS = 60

export const contentStuffing = rule({
  id: 'content-stuffing',
  severity: 'warning',
  title: 'Keyword stuffing',
  passTitle: 'Text has no keyword stuffing',
  why: 'Filling a page with keywords, or with lists of cities and search phrases, violates Google’s spam policies.',
  fix: 'Rewrite the text so that it reads naturally, and use the word only where it is needed.',
  effort: 'hours',
  impact: 'medium',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/essentials/spam-policies',
  needs: ['document'],
  messages: {
    word: '"{word}" makes up {percent} % of the text ({count} of {words} words).',
    list: 'A list of {count} phrases repeats "{word}".',
  },
  thresholds: { good: 'up to 6 %', needs_improvement: 'over 6 %', poor: 'over 12 %' },

  check({ document }) {
    const { blocks } = mainText(document)
    const list = blocks
      .map((block) => ({ block, repeated: repeatedIn(block) }))
      .find(({ repeated }) => repeated !== null)
    if (list?.repeated != null)
      return fail('list', { values: list.repeated, evidence: [elementEvidence(list.block.element)] })
    const words = proseWords(document)
    if (words.length < FEWEST_WORDS) return isAppShell(document) ? notDecidable('app_shell') : notApplicable
    const [word, count] = mostFrequent(words)
    if (count <= words.length * LARGE_SHARE) return pass
    const percent = Math.round((count / words.length) * 100)
    return fail('word', { values: { word, percent, count, words: words.length } })
  },
})

/**
 * Words of sentences: lists and tables repeat words on every row. Scripts without spaces between words have other
 * frequencies.
 */
function proseWords(document: PageDocument): string[] {
  return proseOf(document)
    .filter(({ block }) => !isUnspaced(block.text))
    .flatMap(({ words }) => words.map((word) => word.toLowerCase()))
}

function mostFrequent(words: readonly string[]): [string, number] {
  const counts = new Map<string, number>()
  let most: [string, number] = ['', 0]
  for (const word of words) {
    if (word.length < SHORTEST) continue
    const count = (counts.get(word) ?? 0) + 1
    counts.set(word, count)
    if (count > most[1]) most = [word, count]
  }
  return most
}

/** The word that most phrases of a list share. */
function repeatedIn({ text, hasCode }: TextBlock): { word: string; count: number } | null {
  const parts = hasCode ? [] : text.split(/[,;|·•]/)
  // Longer parts are clauses of sentences.
  if (parts.length < FEWEST_PHRASES || parts.some(({ length }) => length > MOST_CHARS)) return null
  const phrases = parts.map((part) => wordsIn(part.toLowerCase()))
  const [word, count] = mostFrequent(phrases.flatMap((words) => [...new Set(words)]))
  return count >= phrases.length * COMMON_SHARE ? { word, count: phrases.length } : null
}
