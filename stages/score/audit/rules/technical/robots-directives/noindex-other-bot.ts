import { forbidsIndexing } from '#shared/page/robots-directives.ts'
import { directivesOf, hasNoindex } from '../../../derived/robots/robots-directives.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const noindexOtherBot = rule({
  id: 'noindex-other-bot',
  severity: 'info',
  title: 'noindex for other search engines',
  passTitle: 'No search engine is excluded with noindex',
  why: 'The page tells individual crawlers not to index it. Google Search is not among them, and this may be intended.',
  fix: 'Remove the directive if you want to be found there.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag',
  needs: ['document', 'http', 'request'],
  messages: { noindex: 'The page tells these crawlers not to index it: {bots}.' },

  check(facts) {
    const named = directivesOf(facts).filter(({ bot }) => bot !== null)
    if (named.length === 0 || hasNoindex(facts)) return notApplicable
    const found = named.filter((directive) => forbidsIndexing(directive, facts.request.at))
    if (found.length === 0) return pass
    const bots = [...new Set(found.map(({ bot }) => bot))].slice(0, 10).join(', ')
    return fail('noindex', { values: { bots }, evidence: found.map(({ evidence }) => evidence) })
  },
})
