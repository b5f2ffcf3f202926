import { directivesFor } from '../../../derived/robots/robots-directives.ts'
import { fail, pass, rule } from '../../../engine/rule.ts'

export const nofollowPage = rule({
  id: 'nofollow-page',
  severity: 'info',
  title: 'Page set to nofollow',
  passTitle: 'Links on the page may be followed',
  why: 'With nofollow Google does not follow any link on the page, so it may not discover the linked pages.',
  fix: 'Remove nofollow, and mark individual links with rel="nofollow" where needed.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag',
  needs: ['document', 'http'],
  messages: { nofollow: 'The page tells Google not to follow its links: {directive}' },

  check(facts) {
    const found = directivesFor(facts, 'googlebot').filter(
      ({ name }) => name === 'nofollow' || name === 'none',
    )
    const [first] = found
    if (first === undefined) return pass
    const evidence = found.map((directive) => directive.evidence)
    return fail('nofollow', { values: { directive: first.evidence.value.slice(0, 200) }, evidence })
  },
})
