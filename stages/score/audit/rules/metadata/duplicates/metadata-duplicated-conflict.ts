import { headMetas } from '../../../derived/head/head-elements.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'
import { contradictingAuthors, metaAuthors } from './authors.ts'

/**
 * Metadata with a single value. Description, robots, viewport and charset have rules of their own. Images, tags and
 * locales may repeat; theme colours differ by media; several referrer policies are a fallback for old browsers.
 */
const single = [
  'og:title',
  'og:type',
  'og:url',
  'og:site_name',
  'og:description',
  'og:locale',
  'twitter:card',
  'twitter:title',
  'twitter:description',
  'twitter:site',
  'twitter:creator',
  'article:published_time',
  'article:modified_time',
  'color-scheme',
]

export const metadataDuplicatedConflict = rule({
  id: 'metadata-duplicated-conflict',
  severity: 'warning',
  title: 'Conflicting duplicate metadata',
  passTitle: 'Metadata is consistent',
  why: 'If the same property appears twice with different values, every client picks its own.',
  fix: 'Keep one of them; often a theme and a plugin each add one.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://ogp.me/#array',
  excludes:
    'Several authors that the structured data or the text of the page name together, and an author that is the site or its publisher.',
  needs: ['document', 'structured'],
  messages: {
    conflict:
      '{affected} of {total} metadata {total:property|properties} {affected:has|have} different values: {names}.',
  },

  check({ document, structured }) {
    const given = single
      .map((name) => ({ name, metas: headMetas(document, name) }))
      .filter(({ metas }) => metas.length > 0)
    const found = given.filter(({ metas }) => new Set(metas.map(({ content }) => content)).size > 1)
    const authors = contradictingAuthors({ document, structured })
    const hasAuthors = authors.length > 0 || metaAuthors({ document }).length > 1
    const total = given.length + (hasAuthors ? 1 : 0)
    if (total === 0) return notApplicable
    const names = [...found.map(({ name }) => name), ...(authors.length > 0 ? ['author'] : [])]
    if (names.length === 0) return pass
    const metas = found.flatMap((one) => one.metas)
    const evidence = [...metas.map(({ element, content }) => elementEvidence(element, content)), ...authors]
    return fail('conflict', {
      values: { names: names.join(', ') },
      evidence,
      extent: { affected: names.length, total },
    })
  },
})
