import { addressOf } from '#shared/web/address-of.ts'
import { alternateTargets, faultOfPage } from '../../../derived/hreflang/alternate-targets.ts'
import { ownAddresses, sitemapAlternates } from '../../../derived/hreflang/alternates.ts'
import { evaluateTargets } from '../../../engine/evaluate.ts'
import { notDecidable, rule } from '../../../engine/rule.ts'

export const hreflangNoReturn = rule({
  id: 'hreflang-no-return',
  severity: 'warning',
  title: 'hreflang without return links',
  passTitle: 'hreflang links are reciprocal',
  why: 'If two pages do not link to each other, Google ignores the hreflang: otherwise anyone could declare their page a version of yours.',
  fix: 'Make every version list all versions, including this one.',
  effort: 'hours',
  impact: 'high',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  needs: ['document', 'http', 'sitemaps', 'targets'],
  messages: {
    noReturn:
      '{affected} of {total} language {total:version|versions} {affected:does|do} not link back to this page: {first}.',
  },

  check({ document, http, sitemaps, targets }) {
    const own = ownAddresses({ document, http })
    const isOwn = ({ href }: { readonly href: string }) => {
      const url = URL.parse(href)
      return url !== null && own.has(addressOf(url))
    }
    const verdict = evaluateTargets(alternateTargets({ document, http }), 'noReturn', (target) =>
      faultOfPage(target, targets, ({ alternates }) => (alternates.some(isOwn) ? null : target.url)),
    )
    // Sitemaps may hold the return links.
    const isInSitemap = verdict.kind === 'fail' && sitemapAlternates({ http, sitemaps }).length > 0
    return isInSitemap ? notDecidable('sitemap_alternates') : verdict
  },
})
