import { directivesFor } from '../../../derived/robots/robots-directives.ts'
import { isKnownDirective, separated, suggestionFor } from '../../../derived/robots/robots-tokens.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const robotsUnknownToken = rule({
  id: 'robots-unknown-token',
  severity: 'warning',
  title: 'Unknown robots directives',
  passTitle: 'Robots directives are valid',
  why: 'Crawlers ignore directives that they do not know, so a typo leaves the page open or without its limits.',
  fix: 'Correct the spelling, and separate directives with commas.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag',
  excludes: 'Directives for crawlers other than Google’s.',
  needs: ['document', 'http'],
  messages: {
    comma:
      'Without commas "{token}" is one unknown directive, which Google ignores (did you mean "{suggestion}"?).',
    unknown: 'No search engine knows the directive "{token}".',
    typo: 'No search engine knows the directive "{token}" (did you mean "{suggestion}"?).',
  },

  check(facts) {
    const all = directivesFor(facts, 'googlebot')
    if (all.length === 0) return notApplicable
    const found = all.filter(({ name, value }) => !isKnownDirective(name, value))
    const [first] = found
    if (first === undefined) return pass
    const token = (first.value === null ? first.name : `${first.name}:${first.value}`).slice(0, 100)
    const evidence = found.map((directive) => directive.evidence)
    const extent = { affected: found.length, total: all.length }
    const list = separated(token)
    if (list !== null) return fail('comma', { values: { token, suggestion: list }, evidence, extent })
    const suggestion = suggestionFor(first.name)
    if (suggestion === null || suggestion === first.name)
      return fail('unknown', { values: { token }, evidence, extent })
    return fail('typo', { values: { token, suggestion }, evidence, extent })
  },
})
