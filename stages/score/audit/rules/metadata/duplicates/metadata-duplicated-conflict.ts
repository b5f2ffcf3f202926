import { headMetas } from '../../../derived/head/head-elements.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

/**
 * Metadata with a single value. Description, robots, viewport and charset have rules of their own. Images,
 * authors, tags and locales may repeat; theme colours differ by media; several referrer policies are a fallback
 * for old browsers.
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
]

export const metadataDuplicatedConflict = rule({
  id: 'metadata-duplicated-conflict',
  severity: 'warning',
  title: 'Metadata does not contradict itself',
  why: 'When the same property is given twice with different values, every reader picks its own.',
  fix: 'Keep one of them; often a theme and a plugin each write one.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://ogp.me/#array',
  needs: ['document'],
  messages: { conflict: '{affected} of {total} properties have different values: {names}.' },

  check({ document }) {
    const given = single
      .map((name) => ({ name, metas: headMetas(document, name) }))
      .filter(({ metas }) => metas.length > 0)
    if (given.length === 0) return notApplicable
    const found = given.filter(({ metas }) => new Set(metas.map(({ content }) => content)).size > 1)
    if (found.length === 0) return pass
    const extent = { affected: found.length, total: given.length }
    const metas = found.flatMap((one) => one.metas)
    const evidence = metas.map(({ element, content }) => elementEvidence(element, content))
    return fail('conflict', { values: { names: found.map(({ name }) => name).join(', ') }, evidence, extent })
  },
})
