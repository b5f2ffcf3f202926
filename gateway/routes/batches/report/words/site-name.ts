import type { SiteReport } from '#shared/operations/results/site-report.ts'

/** What a report calls the site that it is about: its host, or the first one of several. Plain text as the batch wrote it. */
export function siteName({ batch: { seeds, id } }: Pick<SiteReport, 'batch'>): string {
  const [first = id] = seeds
  const hosts = new Set(seeds.map(hostOf))
  const others = hosts.size - 1
  return others > 0
    ? `${hostOf(first)} and ${others} other ${others === 1 ? 'site' : 'sites'}`
    : hostOf(first)
}

/** The origin whose URLs a report writes without it; null where it is about several sites. */
export function siteOrigin({ batch: { seeds } }: Pick<SiteReport, 'batch'>): string | null {
  const origins = new Set(seeds.map((url) => URL.parse(url)?.origin ?? null))
  const [origin = null] = origins
  return origins.size === 1 && origin?.startsWith('http') ? origin : null
}

function hostOf(url: string): string {
  return URL.parse(url)?.host || url
}
