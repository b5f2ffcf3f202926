import { iconLinks } from '../../../derived/head/icon-links.ts'
import { probeOutcome } from '../../../derived/links/link-targets.ts'
import { elementEvidence, fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'

export const faviconBroken = rule({
  id: 'favicon-broken',
  severity: 'warning',
  title: 'Broken favicon',
  passTitle: 'Favicons load',
  why: 'A favicon that cannot be loaded is shown nowhere; Google then uses a default icon.',
  fix: 'Correct the URL of the icon, or upload the file.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/appearance/favicon-in-search',
  needs: ['document', 'probes'],
  messages: {
    broken: '{affected} of {total} linked {total:icon|icons} {affected:is|are} broken: {url} ({what})',
  },

  check({ document, probes }) {
    const icons = iconLinks(document).flatMap(({ element, url }) => (isWeb(url) ? [{ element, url }] : []))
    if (icons.length === 0) return notApplicable
    const evaluated = icons.map((icon) => ({ ...icon, verdict: probeOutcome(probes.of(icon.url)) }))
    const broken = evaluated.flatMap((icon) =>
      icon.verdict.kind === 'broken' ? [{ ...icon, what: icon.verdict.what }] : [],
    )
    const [first] = broken
    if (first !== undefined) {
      const extent = { affected: broken.length, total: icons.length }
      const evidence = broken.map(({ element, url }) => elementEvidence(element, url))
      return fail('broken', { values: { url: first.url, what: first.what }, evidence, extent })
    }
    const unknown = evaluated.map(({ verdict }) => verdict).find(({ kind }) => kind === 'unknown')
    return unknown?.kind === 'unknown' ? notDecidable(unknown.reason) : pass
  },
})

function isWeb(url: string | null): url is string {
  return url !== null && /^https?:/.test(url)
}
