import type {
  AuditInput,
  SkippedLookup,
  TargetPage,
  TextFile,
} from '#shared/messages/payloads/audit-input.ts'
import type { ProbeAnswer } from '#shared/ports/lookups.ts'
import type { AuditLookups } from './audit-lookups.ts'
import { loadTarget } from './load-target.ts'
import { budgetOf, type LookupContext } from './lookup-context.ts'
import { type LookupTask, runLookups } from './lookup-tasks.ts'
import { readSitemaps } from './sitemaps.ts'
import { loadLlmsTxt, loadRobotsTxt, skippedLlmsTxt } from './text-files.ts'

/** What an audit knows from outside of its page. */
export type SiteContext = Pick<
  AuditInput,
  'robots' | 'sitemaps' | 'probes' | 'targets' | 'llmsTxt' | 'unasked' | 'timings'
>

export interface AuditBounds {
  /** Requests at a time, in all and to one host. */
  readonly maxConcurrent: number
  readonly maxConcurrentPerHost: number
  readonly sitemaps: number
}

interface Found {
  readonly probes: ProbeAnswer[]
  readonly targets: TargetPage[]
  llmsTxt: TextFile
}

/**
 * Asks what a page's surroundings answer, the most telling first. What a target does not answer stays unknown; what was
 * not asked is said. Rejects with `SERVICE_UNAVAILABLE` when nobody serves look-ups: unknown would then be no truth.
 */
export async function loadSiteContext(
  context: LookupContext,
  neededLookups: AuditLookups,
  bounds: AuditBounds,
): Promise<SiteContext> {
  const { page, addresses } = neededLookups
  const found: Found = { probes: [], targets: [], llmsTxt: skippedLlmsTxt(page) }
  const { timings, timed: measured } = stopwatch()
  const robots = measured('robots', loadRobotsTxt(context, page))
  const sitemaps = robots.then(({ text: robotsTxt }) =>
    measured('sitemaps', readSitemaps(context, { page, addresses, robotsTxt, max: bounds.sitemaps })),
  )
  const tasks = tasksOf(context, neededLookups, found)
  const running = measured('urls', runLookups(tasks, { ...bounds, deadline: context.deadline }))
  const [robotsRead, read, unasked] = await Promise.all([robots, sitemaps, running])
  return {
    robots: robotsRead,
    sitemaps: read.sitemaps,
    ...found,
    unasked: mergeCounts([...neededLookups.skipped, ...read.unasked, ...unasked]),
    timings,
  }
}

/** What is to be asked, the most telling first; of an address that comes again, the first errand tells. */
function tasksOf(context: LookupContext, neededLookups: AuditLookups, found: Found): LookupTask[] {
  const requested = new Set([neededLookups.page])
  const each = (
    what: SkippedLookup['what'],
    urls: readonly string[],
    ask: (url: string) => Promise<void>,
  ): LookupTask[] =>
    urls
      .filter((url) => requested.size < requested.add(url).size)
      .map((url) => ({ what, host: new URL(url).host, run: () => ask(url) }))

  const probe = async (url: string) => {
    found.probes.push(...(await context.lookups.probe([url], budgetOf(context))))
  }
  const loadAndProbe = async (url: string) => {
    const { target, answer } = await loadTarget(context, url)
    found.targets.push(target)
    found.probes.push(answer)
  }
  const readLlmsTxt = async () => {
    found.llmsTxt = await loadLlmsTxt(context, neededLookups.page)
  }
  return [
    ...each('canonical', listOf(neededLookups.canonical), loadAndProbe),
    ...each('other', listOf(neededLookups.httpVariant), probe),
    ...each('icons', neededLookups.icons, probe),
    ...each('images', neededLookups.shareImages, probe),
    ...each('other', [found.llmsTxt.url], readLlmsTxt),
    ...each('alternates', neededLookups.alternates, loadAndProbe),
    ...each('links', neededLookups.internalLinks, probe),
    ...each('resources', neededLookups.resources, probe),
    ...each('images', neededLookups.images, probe),
    ...each('links', neededLookups.externalLinks, probe),
  ]
}

function listOf<T>(value: T | null): T[] {
  return value === null ? [] : [value]
}

/** One entry for each kind and reason. */
function mergeCounts(parts: readonly SkippedLookup[]): SkippedLookup[] {
  const sums = new Map<string, SkippedLookup>()
  for (const part of parts) {
    const key = `${part.what} ${part.reason}`
    sums.set(key, { ...part, count: part.count + (sums.get(key)?.count ?? 0) })
  }
  return [...sums.values()]
}

/** Notes how long each thing took, in whole milliseconds. */
function stopwatch() {
  const timings: Record<string, number> = {}
  async function measured<T>(name: string, work: Promise<T>): Promise<T> {
    const began = performance.now()
    try {
      return await work
    } finally {
      timings[name] = Math.round(performance.now() - began)
    }
  }
  return { timings, timed: measured }
}
