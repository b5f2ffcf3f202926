import { metasNamed } from '../../../derived/head/head-elements.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

const cards = new Set(['summary', 'summary_large_image', 'app', 'player'])

export const twitterCardInvalid = rule({
  id: 'twitter-card-invalid',
  severity: 'info',
  title: 'Invalid twitter:card type',
  passTitle: 'twitter:card type is valid',
  why: 'X shows a card only for the types summary, summary_large_image, app and player.',
  fix: 'Use one of these types; summary_large_image suits most pages.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://developer.x.com/en/docs/x-for-websites/cards/overview/markup',
  needs: ['document'],
  messages: { unknown: 'twitter:card is "{card}", which is not a valid card type.' },

  check({ document }) {
    const first = metasNamed(document, 'twitter:card').find(({ content }) => content !== '')
    if (first === undefined) return notApplicable
    if (cards.has(first.content.toLowerCase())) return pass
    return fail('unknown', {
      values: { card: first.content.slice(0, 100) },
      evidence: [elementEvidence(first.element, first.content)],
    })
  },
})
