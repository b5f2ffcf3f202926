import { articleItems } from '../../../derived/structured/article-facts.ts'
import { hasValue, itemEvidence } from '../../../derived/structured/structured-data.ts'
import { fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'

export const authorMissing = rule({
  id: 'author-missing',
  severity: 'info',
  title: 'Article without an author',
  passTitle: 'Article has an author',
  why: 'Google recommends naming the author of an article in its structured data, so that it knows who wrote it.',
  fix: 'Add an author (a Person or an Organization with name and url) to the structured data of the article.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/appearance/structured-data/article',
  needs: ['document', 'structured'],
  messages: {
    missing:
      '{affected} of {total} {total:article|articles} in the structured data {affected:has|have} no author: {first}.',
  },

  check({ document, structured }) {
    const articles = articleItems(structured)
    if (articles.length === 0) return notApplicable
    const missing = articles.filter((item) => !hasValue(item, 'author') && !hasValue(item, 'creator'))
    if (missing.length === 0) return pass
    if (structured.isCut) return notDecidable('truncated')
    const extent = { affected: missing.length, total: articles.length }
    const evidence = missing.map((item) => itemEvidence(document, item))
    return fail('missing', { evidence, extent })
  },
})
