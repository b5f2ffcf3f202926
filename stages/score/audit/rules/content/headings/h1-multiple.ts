import { headingLevels } from '../../../derived/text/headings.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const h1Multiple = rule({
  id: 'h1-multiple',
  severity: 'info',
  title: 'One main heading names the page',
  why: 'Google has no ideal number of headings, but one main heading makes it plain what the page is about.',
  fix: 'Keep the h1 that names the page and mark the others as h2 where they head sections.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/fundamentals/seo-starter-guide',
  needs: ['document'],
  messages: { multiple: 'The page has {count} headings of the first level.' },

  check({ document }) {
    const headings = headingLevels(document).filter(({ level }) => level === 1)
    if (headings.length === 0) return notApplicable
    if (headings.length === 1) return pass
    const evidence = headings.map(({ element }) => elementEvidence(element))
    return fail('multiple', { values: { count: headings.length }, evidence })
  },
})
