import { headMetas } from '../../../derived/head/head-elements.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const descriptionMultiple = rule({
  id: 'description-multiple',
  severity: 'warning',
  title: 'Multiple meta descriptions',
  passTitle: 'Page has a single meta description',
  why: 'With several meta descriptions, the search engine decides which one to use.',
  fix: 'Keep the one that describes the page and remove the others; often a theme and a plugin each add one.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://html.spec.whatwg.org/multipage/semantics.html#standard-metadata-names',
  needs: ['document'],
  messages: { several: 'The head has {count} meta descriptions.' },

  check({ document }) {
    const metas = headMetas(document, 'description')
    if (metas.length === 0) return notApplicable
    if (metas.length === 1) return pass
    const evidence = metas.map(({ element, content }) => elementEvidence(element, content))
    return fail('several', { values: { count: metas.length }, evidence })
  },
})
