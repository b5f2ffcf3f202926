import { type Directive, directivesFor, hasNoindex } from '../../../derived/robots/robots-directives.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const snippetRestricted = rule({
  id: 'snippet-restricted',
  severity: 'warning',
  title: 'Snippets or previews restricted',
  passTitle: 'Results may show text and images',
  why: 'Results without a snippet or image are clicked less, and restricted content is not used in AI overviews either.',
  fix: 'Remove the restriction, or set max-snippet:-1 and max-image-preview:large.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag',
  needs: ['document', 'http', 'request'],
  messages: { restricted: 'The page restricts what Google may show of it: {names}.' },

  check(facts) {
    if (hasNoindex(facts)) return notApplicable
    const found = directivesFor(facts, 'googlebot').filter(isRestriction)
    if (found.length === 0) return pass
    const names = [
      ...new Set(found.map(({ name, value }) => (value === null ? name : `${name}:${value}`))),
    ].join(', ')
    return fail('restricted', { values: { names }, evidence: found.map(({ evidence }) => evidence) })
  },
})

function isRestriction({ name, value }: Directive): boolean {
  if (name === 'max-snippet') return value === '0'
  if (name === 'max-image-preview') return value?.toLowerCase() === 'none'
  return name === 'nosnippet' || name === 'noimageindex'
}
