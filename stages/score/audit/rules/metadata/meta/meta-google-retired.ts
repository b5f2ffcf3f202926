import { headMetas } from '../../../derived/head/head-elements.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

/** Names of metas with words of their content that Google no longer uses. */
const retired: readonly (readonly [name: string, word: RegExp])[] = [
  ['google', /^nositelinkssearchbox$/],
  ['news_keywords', /./],
  ['robots', /^(noodp|noydir)$/],
  ['googlebot', /^(noodp|noydir)$/],
]

export const metaGoogleRetired = rule({
  id: 'meta-google-retired',
  severity: 'info',
  title: 'Meta tags no longer supported by Google',
  passTitle: 'Page has no retired Google meta tags',
  why: 'The features that these tags controlled no longer exist, so the tags have no effect.',
  fix: 'Remove them.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/special-tags',
  needs: ['document'],
  messages: { retired: 'Google no longer supports "{word}".' },

  check({ document }) {
    const metas = retired.flatMap(([name, word]) =>
      headMetas(document, name).map((meta) => ({ ...meta, word, name })),
    )
    if (metas.length === 0) return notApplicable
    const found = metas.flatMap(({ element, content, word, name }) => {
      const token = tokensOf(content).find((one) => word.test(one))
      return token === undefined ? [] : [{ element, content, token: name === 'news_keywords' ? name : token }]
    })
    const [first] = found
    if (first === undefined) return pass
    const evidence = found.map(({ element, content }) => elementEvidence(element, content))
    return fail('retired', { values: { word: first.token }, evidence })
  },
})

function tokensOf(content: string): string[] {
  return content.toLowerCase().split(/[,\s]+/)
}
