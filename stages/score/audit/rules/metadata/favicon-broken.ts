import { judgeAnswer } from '../../derived/answers.ts'
import { iconLinks } from '../../derived/icon-links.ts'
import { at, fail, notApplicable, notDecidable, pass, rule } from '../../rule.ts'

export const faviconBroken = rule({
  id: 'favicon-broken',
  category: 'metadata',
  severity: 'warning',
  title: 'Linked icons load',
  why: 'An icon that can not be loaded is shown nowhere; Google then uses a default one.',
  fix: 'Correct the address of the icon, or put the file there.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/appearance/favicon-in-search',
  needs: ['document', 'probes'],
  messages: { broken: '{affected} of {total} linked icons can not be loaded: {url} ({what}).' },

  check({ document, probes }) {
    const icons = iconLinks(document).flatMap(({ element, url }) => (isWeb(url) ? [{ element, url }] : []))
    if (icons.length === 0) return notApplicable
    const judged = icons.map((icon) => ({ ...icon, verdict: judgeAnswer(probes.of(icon.url)) }))
    const broken = judged.flatMap((icon) =>
      icon.verdict.kind === 'broken' ? [{ ...icon, what: icon.verdict.what }] : [],
    )
    const [first] = broken
    if (first !== undefined) {
      const extent = { affected: broken.length, total: icons.length }
      const evidence = broken.slice(0, 10).map(({ element, url }) => at(element, url))
      return fail('broken', { values: { ...extent, url: first.url, what: first.what }, evidence, extent })
    }
    const unknown = judged.map(({ verdict }) => verdict).find(({ kind }) => kind === 'unknown')
    return unknown?.kind === 'unknown' ? notDecidable(unknown.reason) : pass
  },
})

function isWeb(url: string | null): url is string {
  return url !== null && /^https?:/.test(url)
}
