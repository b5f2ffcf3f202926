import { lostMetadata } from '../../../derived/head/head-break.ts'
import { titleElements } from '../../../derived/title/titles.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const titleOutsideHead = rule({
  id: 'title-outside-head',
  severity: 'error',
  title: 'Title outside the head',
  passTitle: 'Title is in the head',
  why: 'Google takes the title from the head of a page. A title element after the head is not valid.',
  fix: 'Move the title element into the head.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/valid-page-metadata',
  needs: ['document'],
  messages: { outside: 'The only title element, "{first}", is outside the head.' },

  check({ document }) {
    const { inHead, elsewhere } = titleElements(document)
    if (inHead.length > 0) return pass
    // A title behind an element that ended the head is reported by head-broken.
    const lost = new Set(lostMetadata(document))
    const outside = elsewhere.filter((title) => !lost.has(title))
    if (outside.length === 0) return notApplicable
    return fail('outside', { evidence: outside.map((title) => elementEvidence(title, document.text(title))) })
  },
})
