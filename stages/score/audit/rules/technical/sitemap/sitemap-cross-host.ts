import type { SitemapFile } from '#shared/messages/payloads/audit-input.ts'
import { foundSitemaps } from '../../../derived/sitemap/sitemaps.ts'
import { evaluateTargets } from '../../../engine/evaluate.ts'
import { externalEvidence, rule } from '../../../engine/rule.ts'

export const sitemapCrossHost = rule({
  id: 'sitemap-cross-host',
  severity: 'warning',
  title: 'Sitemap lists URLs of other hosts',
  passTitle: 'Sitemap lists URLs of its own host',
  why: 'A sitemap is valid only for its own host. URLs of other hosts are ignored unless their robots.txt references this sitemap or one owner has verified both.',
  fix: 'List every page in a sitemap of its own host, or reference this sitemap in the robots.txt of the other host.',
  effort: 'hours',
  impact: 'medium',
  fixable: true,
  reference: 'https://www.sitemaps.org/protocol.html',
  needs: ['http', 'sitemaps'],
  messages: {
    foreign:
      '{affected} of {total} {total:sitemap|sitemaps} {affected:lists|list} URLs of other hosts: {first}',
  },

  check({ http, sitemaps }) {
    const files = foundSitemaps(sitemaps).map((file) => ({ ...file, evidence: externalEvidence(file.url) }))
    return evaluateTargets(files, 'foreign', (file) => {
      const { url, foreign } = file
      if (foreign.count === 0 || isSubmittedFor(http.finalUrl, file)) return null
      return `${url} lists ${foreign.first} (${foreign.count} in total)`
    })
  },
})

/**
 * A file on another host that this host's robots.txt names may list this host's pages (sitemaps.org, "Sitemaps &
 * Cross Submits").
 */
function isSubmittedFor(page: URL, { url, from, foreign }: SitemapFile): boolean {
  const isElsewhere = URL.parse(url)?.host !== page.host
  return isElsewhere && from !== 'default' && URL.parse(foreign.first ?? '')?.host === page.host
}
