import { appendAll } from '#shared/append-all.ts'
import type {
  AuditInput,
  SkippedLookup,
  TargetPage,
  TextFile,
} from '#shared/messages/payloads/audit-input.ts'
import type { ProbeAnswer } from '#shared/ports/lookups.ts'
import type { AuditLookups } from './audit-lookups.ts'
import { loadLlmsTxt, loadRobotsTxt, loadTarget, skippedLlmsTxt } from './load-files.ts'
import { budgetOf, type LookupContext, type LookupTask, mergeCounts, runLookups } from './lookup-tasks.ts'
import { readSitemaps } from './sitemaps.ts'

/** Everything that an audit knows from outside its page. */
export type SiteContext = Pick<
  AuditInput,
  'robots' | 'sitemaps' | 'probes' | 'targets' | 'llmsTxt' | 'unasked' | 'timings'
>

export interface AuditBounds {
  /** Maximum number of concurrent requests, in all and to one host. */
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
 * Does the look-ups of an audit, the most important first. A target that does not answer stays unknown; look-ups
 * that did not run are counted in `unasked`. Rejects with `SERVICE_UNAVAILABLE` when no fetch stage serves
 * look-ups: reporting "unknown" would then be wrong.
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

/** The look-ups as tasks, the most important first. A URL in several lists is looked up once, by its first task. */
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
    appendAll(found.probes, await context.lookups.probe([url], budgetOf(context)))
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

/** Measures how long each part takes, in whole milliseconds. */
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
