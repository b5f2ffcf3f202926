import { once } from 'node:events'
import { unavailable } from '#shared/errors.ts'
import type { BatchState, RejectedLine } from '#shared/ports/batches.ts'
import type { RobotsDecision, SitemapPage, SitemapSummary, TargetDecision } from '#shared/ports/lookups.ts'
import type { Batch, NewItem } from '#stages/batch/frontier/frontier.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { crawl } from '../crawl/crawl-fixture.ts'
import { ownTurns } from '../own-turns.ts'

export const site = 'https://www.example.com'
export const fine: SitemapSummary = {
  status: 200,
  error: null,
  kind: 'urlset',
  fault: null,
  bytes: 1,
  entries: 1,
  isCut: false,
}

/** The answers of a sitemap, one for each attempt; the last one repeats. */
export type Scripted =
  | { pages?: string[]; sitemaps?: string[]; end?: Partial<SitemapSummary> }
  | Error
  | 'silence'

/** The answers of the other look-ups. By default nothing is refused. */
export interface Refusing {
  readonly target?: TargetDecision
  readonly robots?: RobotsDecision | Error
}

/** Sitemaps by path, and a frontier that records its calls. */
export function scene(
  files: Readonly<Record<string, readonly Scripted[]>>,
  open: readonly Batch[] = [],
  { target = { kind: 'allowed' }, robots: verdict = new Error('not asked for') }: Refusing = {},
) {
  const recorded = {
    requested: [] as string[],
    lanes: new Set<string | undefined>(),
    added: [] as NewItem[],
    exhausted: [] as { id: string; rejected: readonly RejectedLine[] }[],
    errors: [] as object[],
    state: 'running' as BatchState,
    fullFor: 0,
    counts: new Map<string, number>(),
    known: new Set<string>(),
    open: [...open],
  }
  async function* listSitemap(url: string, { lane }: { lane?: string }, signal: AbortSignal) {
    const path = url.replace(site, '')
    const answers = files[path] ?? [{ end: { status: 404, kind: 'other' } }]
    const times = recorded.requested.filter((requested) => requested === path).length
    recorded.requested.push(path)
    recorded.lanes.add(lane)
    const answer = answers[Math.min(times, answers.length - 1)] as Scripted
    if (answer === 'silence') {
      await once(signal, 'abort')
      throw unavailable('look-ups')
    }
    if (answer instanceof Error) throw answer
    const { pages = [], sitemaps = [], end = {} } = answer
    yield { pages, sitemaps, end: null } satisfies SitemapPage
    yield { pages: [], sitemaps: [], end: { ...fine, ...end } } satisfies SitemapPage
  }
  const checkTarget = async () => target
  async function robots() {
    if (verdict instanceof Error) throw verdict
    return verdict
  }
  const frontier = {
    async add(_batch: string, items: readonly NewItem[]) {
      if (recorded.fullFor-- > 0) throw unavailable('the disk of the batch part is full')
      const isNew = items.map(({ parameters }) => !recorded.known.has(parameters.url))
      recorded.added.push(...items.filter((_, at) => isNew[at]))
      return isNew
    },
    async closeSources(id: string, rejected: readonly RejectedLine[]) {
      recorded.exhausted.push({ id, rejected })
      recorded.open = recorded.open.filter((batch) => batch.id !== id)
    },
    async status(id: string) {
      const counts = {
        accepted: recorded.added.length,
        rejected: 0,
        waiting: 0,
        running: 0,
        done: 0,
        failed: 0,
      }
      const about = { id, operation: 'metadata', source: 'sitemaps' } as const
      return {
        ...about,
        state: recorded.state,
        counts,
        rejected: [],
        createdAt: '',
        finishedAt: null,
        firstUrl: null,
      }
    },
    openBatches: async () => recorded.open,
  }
  const logger = { ...silentLog, error: (fields: object) => void recorded.errors.push(fields) }
  const store = {
    async increment(key: string, by: number) {
      recorded.counts.set(key, (recorded.counts.get(key) ?? 0) + by)
      return recorded.counts.get(key) as number
    },
  }
  return {
    told: recorded,
    ports: {
      ...{ frontier, store, lookups: { listSitemap, checkTarget, robots }, logger },
      ...{ turns: ownTurns, retryMs: 5, lookMs: 5 },
    },
  }
}

export const batchOf = (sitemaps: readonly string[], more: Partial<Batch> = {}): Batch => ({
  ...crawl(),
  crawl: null,
  sitemaps: sitemaps.map((path) => site + path),
  ...more,
})
