import { headingLevels } from '../../../derived/text/headings.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const h1Multiple = rule({
  id: 'h1-multiple',
  severity: 'info',
  title: 'Multiple H1 headings',
  passTitle: 'Page has a single H1 heading',
  why: 'Google has no ideal number of headings, but a single H1 makes it clear what the page is about.',
  fix: 'Keep the h1 that names the page and use h2 for the headings of sections.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/fundamentals/seo-starter-guide',
  needs: ['document'],
  messages: { multiple: 'The page has {count} H1 headings.' },

  check({ document }) {
    const headings = headingLevels(document).filter(({ level }) => level === 1)
    if (headings.length === 0) return notApplicable
    if (headings.length === 1) return pass
    const evidence = headings.map(({ element }) => elementEvidence(element))
    return fail('multiple', { values: { count: headings.length }, evidence })
  },
})
