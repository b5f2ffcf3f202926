import { editDistance } from '#shared/edit-distance.ts'
import { linksOf } from '../../../derived/links/links.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

/** Relations that have an effect, which a misspelling removes. Any other word may be a private relation. */
const effective = [
  'nofollow',
  'noopener',
  'noreferrer',
  'sponsored',
  'external',
  'license',
  'canonical',
  'alternate',
]
/** Words close to one of those that are intended. */
const others = new Set(['opener', 'follow', 'dofollow', 'referrer', 'licence', 'internal', 'sponsor'])

export const linkRelTokenUnknown = rule({
  id: 'link-rel-token-unknown',
  severity: 'info',
  title: 'Misspelled link rel values',
  passTitle: 'Link rel values are spelled correctly',
  why: 'A misspelled rel value has no effect: "no-follow" does not stop search engines.',
  fix: 'Correct the spelling; separate several values with spaces.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://html.spec.whatwg.org/multipage/links.html#linkTypes',
  needs: ['document'],
  messages: {
    misspelled:
      '{affected} of {total} {total:link|links} with rel {affected:has|have} a misspelled value: "{token}" instead of "{meant}".',
  },

  check({ document }) {
    const links = linksOf(document).filter(({ rel }) => rel.length > 0)
    if (links.length === 0) return notApplicable
    const known = new Map<string, string | null>()
    const misspelled = links.flatMap(({ element, rel }) => {
      const token = rel.find((one) => meantBy(one, known) !== null)
      return token === undefined ? [] : { element, token }
    })
    const [first] = misspelled
    if (first === undefined) return pass
    const extent = { affected: misspelled.length, total: links.length }
    const values = { token: first.token.slice(0, 50), meant: meantBy(first.token, known) ?? '' }
    const evidence = misspelled.map(({ element, token }) => elementEvidence(element, token))
    return fail('misspelled', { values, evidence, extent })
  },
})

const withCommas: ReadonlySet<string> = new Set(['nofollow', 'ugc', 'sponsored'])

/** Maximum number of different words. */
const MAX_WORDS = 500

/** Caches results, since pages use few words many times. */
function meantBy(token: string, known: Map<string, string | null>): string | null {
  const found = known.get(token)
  if (found !== undefined) return found
  const meant = token.length > 60 || known.size > MAX_WORDS ? null : suggestion(token)
  known.set(token, meant)
  return meant
}

function suggestion(token: string): string | null {
  if (effective.includes(token) || others.has(token)) return null
  const parts = token.split(/[,;|]+/).filter(Boolean)
  // Google reads lists of its own values with commas ("Qualify your outbound links").
  if (parts.length > 1 && parts.every((part) => withCommas.has(part))) return null
  if (parts.length > 1) return parts.some((part) => effective.includes(part)) ? parts.join(' ') : null
  const plain = (parts[0] ?? '').replace(/[-_]/g, '')
  return effective.find((one) => editDistance(plain, one) <= (one.length > 8 ? 2 : 1)) ?? null
}
