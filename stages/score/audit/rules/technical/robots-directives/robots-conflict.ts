import { type Directive, directivesFor } from '../../../derived/robots/robots-directives.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

/** Pairs of a permission and the directives that revoke it. */
const opposites: readonly (readonly [allows: (one: Directive) => boolean, denies: readonly string[]])[] = [
  [({ name }) => name === 'index' || name === 'all', ['noindex', 'none']],
  [({ name }) => name === 'follow' || name === 'all', ['nofollow', 'none']],
  [({ name, value }) => name === 'max-snippet' && value !== '0', ['nosnippet']],
]

export const robotsConflict = rule({
  id: 'robots-conflict',
  severity: 'warning',
  title: 'Conflicting robots directives',
  passTitle: 'Robots directives are consistent',
  why: 'When directives conflict, Google obeys the most restrictive one, which may not be what you intended.',
  fix: 'Keep one of them; check the page, plugins and the response headers.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag',
  needs: ['document', 'http'],
  messages: { conflict: 'The directives {allowing} and {denying} conflict; {denying} takes effect.' },

  check(facts) {
    const all = directivesFor(facts, 'googlebot')
    if (all.length === 0) return notApplicable
    const found = opposites.map((pair) => conflictOf(all, pair)).find((pair) => pair !== null)
    if (found == null) return pass
    const [allowing, denying] = found
    return fail('conflict', {
      values: { allowing: allowing.name, denying: denying.name },
      evidence: [denying.evidence, allowing.evidence],
    })
  },
})

/** A general permission and a prohibition for Googlebot only are an exception, not a conflict. */
function conflictOf(
  all: readonly Directive[],
  [allows, denies]: (typeof opposites)[number],
): [Directive, Directive] | null {
  const allowing = all.filter(allows)
  const denying = all.filter(({ name }) => denies.includes(name))
  for (const denial of denying) {
    const permission = allowing.find(({ bot }) => !(bot === null && denial.bot !== null))
    if (permission !== undefined) return [permission, denial]
  }
  return null
}
