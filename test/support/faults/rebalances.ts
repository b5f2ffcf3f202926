import { setTimeout as sleep } from 'node:timers/promises'
import { freePorts } from '#infra/services/process.ts'
import { BATCH, binaryRequest } from '../external/external-client.ts'
import { externalKafka } from '../external/external-kafka.ts'
import { type GroupWatch, type Owners, watchGroup } from '../external/group-watch.ts'
import { withConstants } from '../service/constants/with-constants.ts'
import { type ServiceProcess, startParts } from '../service/service-process.ts'
import { openSite, type TargetSite } from '../sites/target-site.ts'

type Env = Readonly<Record<string, string>>

/** Effect of a change in the processes of the fetch stage on its batch lane. */
export interface Rebalance {
  readonly change: string
  /** Pages that were requested meanwhile. */
  readonly pages: number
  readonly partitions: number
  /** Partitions that moved to another process. */
  readonly moved: number
  /** The most pages of the moved partitions that were requested at once, before the first one was repeated. */
  readonly inProgress: number
  /** Requests for pages that the site had answered or was answering. */
  readonly repeats: number
  /** Until the last interrupted page was requested again; null when none was. */
  readonly resumedMs: number | null
}

const GROUP = 'fetch.batch'
const HOSTS = 40
const PAGE_MS = 500
const PAGES_PER_CHANGE = 600
const WARM_PAGES = 150
/** A killed process is removed from the group after its session timeout, and its work is repeated afterwards. */
const SETTLE_MS = 12_000
const END_LIMIT_MS = 120_000

interface Fetchers {
  readonly all: ServiceProcess[]
  start(): Promise<void>
}

/**
 * Runs a batch of slow pages with two fetching processes: a third one joins, one leaves (SIGTERM), one is killed
 * (SIGKILL). Rejects when a page was never requested, or was not requested again after the process that waited for it
 * was killed.
 */
export async function rebalances(env: Env): Promise<Rebalance[]> {
  const site = await openSlowSite()
  const fetchers = openFetchers(env)
  await fetchers.start()
  await fetchers.start()
  const group = await watchGroup(env, GROUP)
  const { size: partitions } = await group.owners()
  const external = await externalKafka(env)
  const observed: Observation[] = []
  try {
    for (const [change, strike] of changes) {
      await external.produce(BATCH, requestsFor(site.open(PAGES_PER_CHANGE), partitions))
      await site.untilRequested(WARM_PAGES)
      observed.push({ change, partitions, ...(await observe(site, group, () => strike(fetchers))) })
    }
    await site.untilAll()
    // The last change kills the process, which others have to follow up. The others end what they have begun.
    const { interrupted = [], since = 0 } = observed.at(-1) ?? {}
    await site.untilRepeated(interrupted, since)
  } finally {
    await Promise.all([...fetchers.all.map((one) => one.kill()), external.close(), group.close()])
    await site.close()
  }
  return observed.map((one, n) => measure(site.requests(), one, observed[n + 1]?.since))
}

const changes: readonly (readonly [what: string, strike: (fetchers: Fetchers) => unknown])[] = [
  ['a process joins', ({ start }) => start()],
  ['a process leaves (SIGTERM)', ({ all }) => all.shift()?.stop()],
  ['a process is killed (SIGKILL)', ({ all }) => all.shift()?.kill()],
]

interface Observation {
  readonly change: string
  readonly partitions: number
  /** When it began, by the clock of `performance.now`. */
  readonly since: number
  /** Partitions with another owner. */
  readonly moved: ReadonlySet<number>
  /** Pages of these partitions that the site had not answered yet. */
  readonly interrupted: readonly number[]
}

async function observe(
  site: SlowSite,
  group: GroupWatch,
  strike: () => unknown,
): Promise<Omit<Observation, 'change' | 'partitions'>> {
  const owners = await group.owners()
  const since = performance.now()
  const running = site.requests().filter(({ until }) => until > since)
  await strike()
  await sleep(SETTLE_MS)
  const moved = movedOf(owners, await group.owners())
  const interrupted = running.map(({ page }) => page).filter((page) => moved.has(page % owners.size))
  return { since, moved, interrupted }
}

/**
 * Measures what a change did until `end`. A page is in progress until its position is committed, soon after the site
 * has answered: so the requests of the time that one page takes before the change count as well.
 */
function measure(
  all: readonly PageRequest[],
  { change, partitions, since, moved, interrupted }: Observation,
  end = Number.POSITIVE_INFINITY,
): Rebalance {
  const repeats = all.filter(({ isRepeat, from }) => isRepeat && from > since && from < end)
  const firstRepeat = Math.min(end, ...repeats.map(({ from }) => from))
  const affected = all.filter(
    ({ page, from, until }) => moved.has(page % partitions) && from < firstRepeat && until > since - PAGE_MS,
  )
  const resumed = repeats.filter(({ page }) => interrupted.includes(page)).map(({ from }) => from - since)
  return {
    change,
    pages: PAGES_PER_CHANGE,
    partitions,
    moved: moved.size,
    inProgress: mostAtOnce(affected),
    repeats: repeats.length,
    resumedMs: resumed.length === 0 ? null : Math.max(...resumed),
  }
}

/** The partitions of the topic of requests that have another owner. */
function movedOf(before: Owners, after: Owners): Set<number> {
  const moved = [...before].filter(([partition, owner]) => after.get(partition) !== owner)
  return new Set(moved.map(([partition]) => Number(partition.slice(partition.lastIndexOf('/') + 1))))
}

function mostAtOnce(requests: readonly PageRequest[]): number {
  const counts = requests.map(({ from }) => requests.filter((one) => one.from <= from && from < one.until))
  return Math.max(0, ...counts.map(({ length }) => length))
}

/** No page goes through a frontier, which nobody runs. */
const withoutOverflow = withConstants({ 'shared/stage/stage-options.ts': { PENDING_PER_HOST: 100_000 } })

function openFetchers(env: Env): Fetchers {
  const all: ServiceProcess[] = []
  return {
    all,
    async start() {
      const [port] = await freePorts(1)
      const listen = `127.0.0.1:${port}`
      const settings = { BATCH_HOST_DELAY_MS: '0', LOOKUPS_LISTEN: listen, LOOKUPS_ADDRESS: listen }
      all.push(await startParts(['fetch'], { env: { ...env, ...settings }, command: withoutOverflow }))
    },
  }
}

/** A request for a page, by the clock of `performance.now`. */
interface PageRequest {
  readonly page: number
  readonly isRepeat: boolean
  readonly from: number
  /** Infinite until the site has answered. */
  until: number
}

interface SlowSite extends Pick<TargetSite, 'close'> {
  /** URLs of `count` more pages, by their numbers. */
  open(count: number): ReadonlyMap<number, string>
  requests(): readonly PageRequest[]
  /** Resolves when this many more pages have been requested. */
  untilRequested(more: number): Promise<void>
  untilAll(): Promise<void>
  /** Resolves when each of the pages has been requested again since then. */
  untilRepeated(pages: readonly number[], since: number): Promise<void>
}

async function openSlowSite(): Promise<SlowSite> {
  const requested = new Set<number>()
  const requests: PageRequest[] = []
  let opened = 0
  const site = await openSite({
    hosts: HOSTS,
    async before(path) {
      const page = Number(path.slice('/page-'.length))
      const request = {
        page,
        isRepeat: requested.has(page),
        from: performance.now(),
        until: Number.POSITIVE_INFINITY,
      }
      requests.push(request)
      requested.add(page)
      await sleep(PAGE_MS)
      request.until = performance.now()
    },
  })
  async function until(missing: () => number, what: string): Promise<void> {
    for (let waited = 0; missing() > 0; waited += 50) {
      if (waited > END_LIMIT_MS) throw new Error(`${missing()} pages were never ${what}`)
      await sleep(50)
    }
  }
  function notRepeated(pages: readonly number[], since: number): number {
    const repeated = new Set(
      requests.filter(({ isRepeat, from }) => isRepeat && from > since).map(({ page }) => page),
    )
    return pages.filter((page) => !repeated.has(page)).length
  }
  return {
    open(count) {
      const first = opened
      opened += count
      return new Map(
        Array.from({ length: count }, (_, n) => [first + n, site.url(`/page-${first + n}`, n % HOSTS)]),
      )
    },
    requests: () => requests,
    untilRequested(more) {
      const wanted = Math.min(opened, requested.size + more)
      return until(() => wanted - requested.size, 'requested')
    },
    untilAll: () => until(() => opened - requested.size, 'requested'),
    untilRepeated: (pages, since) => until(() => notRepeated(pages, since), 'requested again'),
    close: site.close,
  }
}

function requestsFor(pages: ReadonlyMap<number, string>, partitions: number) {
  return [...pages].map(([page, url]) => {
    const request = binaryRequest(url, { operation: 'metadata', parameters: { url, fields: 'basic' } })
    return { ...request, partition: page % partitions }
  })
}
