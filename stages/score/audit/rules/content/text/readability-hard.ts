import { syllable } from 'syllable'
import { pageLanguage } from '../../../derived/page/language.ts'
import { sentencesOf } from '../../../derived/text/readability.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

const FEWEST_WORDS = 100
/** Number of words that suffices to judge a text. */
const MOST_WORDS = 500
const HARD = 30

export const readabilityHard = rule({
  id: 'readability-hard',
  severity: 'info',
  title: 'Text hard to read',
  passTitle: 'Text is easy enough to read',
  why: 'More people understand short sentences and common words. Google does not rank by readability.',
  fix: 'Split long sentences, and use shorter words where they say the same.',
  effort: 'hours',
  impact: 'low',
  fixable: false,
  reference: 'https://www.w3.org/WAI/WCAG22/Understanding/reading-level',
  needs: ['document'],
  messages: {
    hard: 'The text has a Flesch reading ease of {score}; below {limit} it is very difficult to read.',
  },
  thresholds: { good: '30 or more', needs_improvement: 'below 30', poor: 'below 10' },

  check({ document }) {
    // The formula is for English.
    if (pageLanguage(document) !== 'en') return notApplicable
    const score = fleschOf(sentencesOf(document).map(({ words }) => words))
    if (score === null) return notApplicable
    return score >= HARD ? pass : fail('hard', { values: { score: Math.round(score), limit: HARD } })
  },
})

/** Flesch (1948): 206.835 − 1.015 × words per sentence − 84.6 × syllables per word; null for too little text. */
function fleschOf(sentences: readonly (readonly string[])[]): number | null {
  let words = 0
  let syllables = 0
  let count = 0
  for (const sentence of sentences) {
    if (words >= MOST_WORDS) break
    count += 1
    words += sentence.length
    for (const word of sentence) syllables += Math.max(1, syllable(word.slice(0, 40)))
  }
  if (words < FEWEST_WORDS) return null
  return 206.835 - (1.015 * words) / count - (84.6 * syllables) / words
}
