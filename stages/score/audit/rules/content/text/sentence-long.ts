import { sentencesOf } from '../../../derived/text/readability.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

const MOST_WORDS = 20
const LARGE_SHARE = 0.25
/** A share of fewer sentences says nothing. */
const FEWEST_SENTENCES = 5

export const sentenceLong = rule({
  id: 'sentence-long',
  severity: 'info',
  title: 'Long sentences',
  passTitle: 'Sentences are short',
  why: 'Long sentences often have to be read twice. Google does not rank by sentence length.',
  fix: 'Split sentences that say more than one thing.',
  effort: 'hours',
  impact: 'low',
  fixable: false,
  reference: 'https://www.w3.org/TR/coga-usable/',
  needs: ['document'],
  messages: { long: '{percent} % of the sentences have more than {max} words.' },
  thresholds: { good: 'up to 25 %', needs_improvement: 'over 25 %', poor: 'over 50 %' },

  check({ document }) {
    const sentences = sentencesOf(document)
    if (sentences.length < FEWEST_SENTENCES) return notApplicable
    const long = sentences.filter(({ words }) => words.length > MOST_WORDS)
    if (long.length <= sentences.length * LARGE_SHARE) return pass
    const extent = { affected: long.length, total: sentences.length }
    const percent = Math.round((long.length / sentences.length) * 100)
    const evidence = long.map(({ block, words }) =>
      elementEvidence(block.element, `${words.length} words: ${words.slice(0, 12).join(' ')} …`),
    )
    return fail('long', { values: { percent, max: MOST_WORDS }, evidence, extent })
  },
})
