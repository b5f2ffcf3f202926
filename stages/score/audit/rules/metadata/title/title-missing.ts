import { isHeadTruncated } from '../../../derived/head/head-elements.ts'
import { titleElements, titleText } from '../../../derived/title/titles.ts'
import { elementEvidence, fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'

export const titleMissing = rule({
  id: 'title-missing',
  severity: 'error',
  title: 'Missing page title',
  passTitle: 'Page has a title',
  why: 'The title is the main source for the headline of a search result, labels the browser tab, and is the first thing a screen reader announces.',
  fix: 'Add a title element with a few descriptive words to the head.',
  effort: 'minutes',
  impact: 'high',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/appearance/title-link',
  needs: ['document'],
  messages: {
    missing: 'The page has no title element in the head.',
    blank: 'The title element is empty.',
  },

  check({ document }) {
    if (titleText(document) !== null) return pass
    const { inHead, elsewhere } = titleElements(document)
    const [blank] = inHead
    if (blank !== undefined) return fail('blank', { evidence: [elementEvidence(blank)] })
    // A title outside the head is reported by title-outside-head, or by head-broken where a broken head is the
    // cause.
    if (elsewhere.length > 0) return notApplicable
    if (isHeadTruncated(document)) return notDecidable('truncated')
    return fail('missing')
  },
})
