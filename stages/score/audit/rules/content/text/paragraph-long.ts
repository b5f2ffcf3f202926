import { proseOf } from '../../../derived/text/readability.ts'
import { isUnspaced } from '../../../derived/text/words.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

const MOST_WORDS = 150

export const paragraphLong = rule({
  id: 'paragraph-long',
  severity: 'info',
  title: 'Long paragraphs',
  passTitle: 'Paragraphs are short',
  why: 'Long paragraphs are hard to read on screens, especially small ones.',
  fix: 'Start a new paragraph for each new idea.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://www.w3.org/TR/coga-usable/',
  needs: ['document'],
  messages: {
    long: '{affected} of {total} {total:paragraph|paragraphs} {affected:has|have} more than {max} words: {element}.',
  },
  thresholds: { good: 'up to 150 words', needs_improvement: 'over 150 words', poor: 'over 300 words' },

  check({ document }) {
    // Words of scripts without spaces count differently.
    const paragraphs = proseOf(document).filter(
      ({ block }) => block.element.name === 'p' && !isUnspaced(block.text),
    )
    if (paragraphs.length === 0) return notApplicable
    const long = paragraphs.filter(({ words }) => words.length > MOST_WORDS)
    if (long.length === 0) return pass
    const extent = { affected: long.length, total: paragraphs.length }
    const evidence = long.map(({ block, words }) => elementEvidence(block.element, `${words.length} words`))
    return fail('long', { values: { max: MOST_WORDS }, evidence, extent })
  },
})
