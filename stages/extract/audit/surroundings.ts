import type {
  AuditInput,
  SkippedLookup,
  TargetPage,
  TextFile,
} from '#shared/messages/payloads/audit-input.ts'
import type { ProbeAnswer } from '#shared/ports/lookups.ts'
import { type Asking, budgetOf } from './asking.ts'
import { type Errand, runErrands } from './errands.ts'
import type { AuditQuestions } from './questions.ts'
import { sitemapsOf } from './sitemaps.ts'
import { targetOf } from './targets.ts'
import { llmsTxtOf, robotsOf, unreadLlmsTxt } from './text-files.ts'

/** What an audit knows from outside of its page. */
export type Surroundings = Pick<
  AuditInput,
  'robots' | 'sitemaps' | 'probes' | 'targets' | 'llmsTxt' | 'unasked' | 'timings'
>

export interface AuditBounds {
  /** Requests at a time, in all and to one host. */
  readonly atOnce: number
  readonly perHost: number
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
export async function gatherSurroundings(
  asking: Asking,
  questions: AuditQuestions,
  bounds: AuditBounds,
): Promise<Surroundings> {
  const { page, addresses } = questions
  const found: Found = { probes: [], targets: [], llmsTxt: unreadLlmsTxt(page) }
  const { timings, timed } = stopwatch()
  const robots = timed('robots', robotsOf(asking, page))
  const sitemaps = robots.then(({ text: robotsTxt }) =>
    timed('sitemaps', sitemapsOf(asking, { page, addresses, robotsTxt, max: bounds.sitemaps })),
  )
  const errands = errandsOf(asking, questions, found)
  const running = timed('urls', runErrands(errands, { ...bounds, until: asking.until }))
  const [robotsRead, read, unasked] = await Promise.all([robots, sitemaps, running])
  return {
    robots: robotsRead,
    sitemaps: read.sitemaps,
    ...found,
    unasked: together([...questions.left, ...read.unasked, ...unasked]),
    timings,
  }
}

/** What is to be asked, the most telling first; of an address that comes again, the first errand tells. */
function errandsOf(asking: Asking, questions: AuditQuestions, found: Found): Errand[] {
  const known = new Set([questions.page])
  const each = (
    what: SkippedLookup['what'],
    urls: readonly string[],
    ask: (url: string) => Promise<void>,
  ): Errand[] =>
    urls
      .filter((url) => known.size < known.add(url).size)
      .map((url) => ({ what, host: new URL(url).host, run: () => ask(url) }))

  const probe = async (url: string) => {
    found.probes.push(...(await asking.lookups.probe([url], budgetOf(asking))))
  }
  const visit = async (url: string) => {
    const { target, answer } = await targetOf(asking, url)
    found.targets.push(target)
    found.probes.push(answer)
  }
  const readLlmsTxt = async () => {
    found.llmsTxt = await llmsTxtOf(asking, questions.page)
  }
  return [
    ...each('canonical', listOf(questions.canonical), visit),
    ...each('other', listOf(questions.httpVariant), probe),
    ...each('icons', questions.icons, probe),
    ...each('images', questions.shareImages, probe),
    ...each('other', [found.llmsTxt.url], readLlmsTxt),
    ...each('alternates', questions.alternates, visit),
    ...each('links', questions.internalLinks, probe),
    ...each('resources', questions.resources, probe),
    ...each('images', questions.images, probe),
    ...each('links', questions.externalLinks, probe),
  ]
}

function listOf<T>(value: T | null): T[] {
  return value === null ? [] : [value]
}

/** One entry for each kind and reason. */
function together(parts: readonly SkippedLookup[]): SkippedLookup[] {
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
  async function timed<T>(name: string, work: Promise<T>): Promise<T> {
    const began = performance.now()
    try {
      return await work
    } finally {
      timings[name] = Math.round(performance.now() - began)
    }
  }
  return { timings, timed }
}
