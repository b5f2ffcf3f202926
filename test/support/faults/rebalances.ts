import { setTimeout as sleep } from 'node:timers/promises'
import { freePorts } from '#infra/services/process.ts'
import { BATCH, binaryRequest } from '../external/external-client.ts'
import { externalKafka } from '../external/external-kafka.ts'
import { type GroupWatch, type Owners, watchGroup } from '../external/group-watch.ts'
import { type ServiceProcess, startParts } from '../service/service-process.ts'
import { openSite, type TargetSite } from '../sites/target-site.ts'

type Env = Readonly<Record<string, string>>

/** Effect of a change in the processes of the fetch stage on its batch lane. */
export interface Rebalance {
  readonly change: string
  readonly partitions: number
  /** Partitions that moved to another process. */
  readonly moved: number
  /** Pages in hand on the moved partitions, estimated by their share of all partitions. */
  readonly inHand: number
  /** Requests for pages that the site had answered or was answering. */
  readonly repeats: number
}

const GROUP = 'fetch.batch'
const HOSTS = 40
const PAGE_MS = 500
/** A page that the site has answered is in hand until its result is written and its position is committed. */
const COMMIT_MS = 500
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
 * (SIGKILL). Calls `onChange` after each. Rejects when a page was never requested.
 */
export async function rebalances(env: Env, onChange: (seen: Rebalance) => void): Promise<void> {
  const site = await openSlowSite()
  const fetchers = openFetchers(env)
  await fetchers.start()
  await fetchers.start()
  const group = await watchGroup(env, GROUP)
  const external = await externalKafka(env)
  try {
    for (const [change, inject] of changes) {
      await external.produce(BATCH, requestsFor(site.open(PAGES_PER_CHANGE)))
      onChange({ change, ...(await measure(site, group, () => inject(fetchers))) })
    }
    await site.untilAll()
  } finally {
    await Promise.all([...fetchers.all.map((one) => one.kill()), external.close(), group.close()])
    await site.close()
  }
}

const changes: readonly (readonly [what: string, strike: (fetchers: Fetchers) => unknown])[] = [
  ['a process joins', ({ start }) => start()],
  ['a process leaves (SIGTERM)', ({ all }) => all.shift()?.stop()],
  ['a process is killed (SIGKILL)', ({ all }) => all.shift()?.kill()],
]

async function measure(
  site: SlowSite,
  group: GroupWatch,
  inject: () => unknown,
): Promise<Omit<Rebalance, 'change'>> {
  await site.untilRequested(WARM_PAGES)
  const owners = await group.owners()
  const [inHand, repeats] = [site.inHand(), site.repeats()]
  await inject()
  await sleep(SETTLE_MS)
  const moved = movedOf(owners, await group.owners())
  return {
    partitions: owners.size,
    moved,
    inHand: Math.round((inHand * moved) / owners.size),
    repeats: site.repeats() - repeats,
  }
}

function movedOf(before: Owners, after: Owners): number {
  return [...before].filter(([partition, owner]) => after.get(partition) !== owner).length
}

function openFetchers(env: Env): Fetchers {
  const all: ServiceProcess[] = []
  return {
    all,
    async start() {
      const [port] = await freePorts(1)
      const listen = `127.0.0.1:${port}`
      const settings = { BATCH_HOST_DELAY_MS: '0', BATCH_HOST_HELD: '100000', LOOKUPS_LISTEN: listen }
      all.push(await startParts(['fetch'], { env: { ...env, ...settings, LOOKUPS_ADDRESS: listen } }))
    },
  }
}

interface SlowSite extends Pick<TargetSite, 'close'> {
  /** URLs of `count` more pages. */
  open(count: number): string[]
  /** Pages that are being requested, or were answered so lately that they may not be committed yet. */
  inHand(): number
  repeats(): number
  /** Resolves when this many more pages have been requested. */
  untilRequested(more: number): Promise<void>
  untilAll(): Promise<void>
}

async function openSlowSite(): Promise<SlowSite> {
  const hits = new Map<string, number>()
  let inHand = 0
  let opened = 0
  const site = await openSite({
    hosts: HOSTS,
    async before(path) {
      hits.set(path, (hits.get(path) ?? 0) + 1)
      inHand += 1
      await sleep(PAGE_MS)
      setTimeout(() => {
        inHand -= 1
      }, COMMIT_MS)
    },
  })
  async function untilCount(count: number): Promise<void> {
    for (let waited = 0; hits.size < count; waited += 50) {
      if (waited > END_LIMIT_MS) throw new Error(`${count - hits.size} pages were never requested`)
      await sleep(50)
    }
  }
  return {
    open(count) {
      opened += count
      return Array.from({ length: count }, (_, n) => site.url(`/page-${opened - n}`, n % HOSTS))
    },
    inHand: () => inHand,
    repeats: () => [...hits.values()].reduce((sum, count) => sum + count - 1, 0),
    untilRequested: (more) => untilCount(Math.min(opened, hits.size + more)),
    untilAll: () => untilCount(opened),
    close: site.close,
  }
}

function requestsFor(urls: readonly string[]) {
  return urls.map((url) => {
    return binaryRequest(url, { operation: 'metadata', parameters: { url, fields: 'basic' } })
  })
}
