import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  BATCH,
  binaryRequest,
  type ExternalClient,
  type ExternalRecord,
  outcomesOf,
  tally,
} from '../external/external-client.ts'
import { getMetadata } from '../service/api-client.ts'
import type { TargetSite } from '../sites/target-site.ts'
import type { FaultFigures } from './report-fault.ts'

/** The accepted inspections so far, and control of the callers. */
export interface Load {
  /** Ids of batch requests that the log stored, and of interactive ones that got 202: each must end exactly once. */
  readonly accepted: ReadonlyMap<string, string>
  /** Only the interactive ids, with the path of their page. */
  readonly interactive: ReadonlyMap<string, string>
  /** Calls with any answer but 202, or with none. */
  refused(): number
  /** Those of them that were answered with neither 503 nor a result. */
  undocumented(): number
  /** Resolves when the whole batch is produced. */
  readonly produced: Promise<void>
  /** Resolves when the whole batch is produced and no caller is active. */
  finish(): Promise<void>
}

export interface LoadOptions {
  readonly site: TargetSite
  readonly hosts: number
  readonly external: ExternalClient
  readonly batch: number
  /** Base URLs; each has two callers, which make one call after the other. */
  readonly gateways: readonly string[]
}

const CHUNK = 20
const CHUNK_PAUSE_MS = 100
const CALL_PAUSE_MS = 100
const CALL_TIMEOUT_MS = 5000
const CALLERS_PER_GATEWAY = 2
const WATCH_MS = 20

/** Produces the batch in small portions, and meanwhile calls the gateways with `respond-async`. */
export function startLoad({ site, hosts, external, batch, gateways }: LoadOptions): Load {
  const run = randomUUID()
  const accepted = new Map<string, string>()
  const interactive = new Map<string, string>()
  let refused = 0
  let undocumented = 0
  let isStopped = false

  function request(index: number) {
    const url = site.url(`/batch-${index}`, index % hosts)
    return binaryRequest(`${run}-${index}`, { operation: 'metadata', parameters: { url, fields: 'basic' } })
  }

  async function feed(): Promise<void> {
    for (let first = 0; first < batch; first += CHUNK) {
      const chunk = Array.from({ length: Math.min(CHUNK, batch - first) }, (_, at) => first + at)
      await persistently(() => external.produce(BATCH, chunk.map(request)))
      for (const index of chunk) accepted.set(`${run}-${index}`, `/batch-${index}`)
      await sleep(CHUNK_PAUSE_MS)
    }
  }

  async function ask(gateway: string, caller: string): Promise<void> {
    for (let index = 0; !isStopped; index++) {
      // No earlier load of the same service has an answer for it.
      const path = `/call-${run}-${caller}-${index}`
      const options = { timeoutMs: CALL_TIMEOUT_MS, headers: { prefer: 'respond-async' } }
      const answer = await getMetadata(gateway, site.url(path, index % hosts), options).catch(() => null)
      const id = answer?.status === 202 ? answer.headers.get('location')?.split('/').at(-1) : undefined
      if (id !== undefined) {
        accepted.set(id, path)
        interactive.set(id, path)
      } else refused += 1
      if (answer !== null && ![200, 202, 503].includes(answer.status)) undocumented += 1
      await sleep(CALL_PAUSE_MS)
    }
  }

  const produced = feed()
  const asking = gateways.flatMap((gateway, at) =>
    Array.from({ length: CALLERS_PER_GATEWAY }, (_, caller) => ask(gateway, `${at}-${caller}`)),
  )
  return {
    accepted,
    interactive,
    produced,
    refused: () => refused,
    undocumented: () => undocumented,
    async finish() {
      await produced
      isStopped = true
      await Promise.all(asking)
    },
  }
}

/** An external producer does not know whether a failed attempt arrived, so it sends again. */
async function persistently(work: () => Promise<void>): Promise<void> {
  for (;;) {
    const failed = await work().then(
      () => false,
      () => true,
    )
    if (!failed) return
    await sleep(CHUNK_PAUSE_MS)
  }
}

/** The time when the outcome of each inspection was first seen, in milliseconds since the epoch. */
export function watchOutcomes(external: ExternalClient): {
  readonly seen: ReadonlyMap<string, number>
  stop(): void
} {
  const seen = new Map<string, number>()
  let next = 0
  const timer = setInterval(() => {
    const ended = outcomesOf(external.records.slice(next)).keys()
    next = external.records.length
    for (const id of ended) if (!seen.has(id)) seen.set(id, Date.now())
  }, WATCH_MS)
  return { seen, stop: () => clearInterval(timer) }
}

/**
 * Milliseconds after `since` at which stuck inspections resumed: the end of the longest pause in which none of
 * `waiting` ended.
 */
export function resumedAfterMs(
  seen: ReadonlyMap<string, number>,
  waiting: readonly string[],
  since: number,
): number {
  const times = waiting.map((id) => seen.get(id) ?? since).toSorted((a, b) => a - b)
  const pauses = times.map((time, at) => ({ time, length: time - (times[at - 1] ?? since) }))
  const longest = pauses.reduce((most, one) => (one.length > most.length ? one : most), {
    time: since,
    length: 0,
  })
  return longest.time - since
}

const END_LIMIT_MS = 60_000
/** Long enough for a repeated event that is under way. */
const SETTLE_MS = 2000

/** Resolves when all inspections have ended (or never will), and repeated events had time to arrive. */
export async function untilEnded(external: ExternalClient, ids: readonly string[]): Promise<void> {
  for (let waited = 0; waited < END_LIMIT_MS; waited += 100) {
    if (tally(ids, external.records).lost.length === 0) break
    await sleep(100)
  }
  await sleep(SETTLE_MS)
}

/** What became of a load whose inspections have ended; `ids` are further ones that had to end. */
export function figuresOf(
  load: Load,
  { records }: ExternalClient,
  ids: readonly string[] = [],
): Pick<FaultFigures, 'accepted' | 'lost' | 'wrong' | 'repeated'> {
  const all = [...load.accepted.keys(), ...ids]
  return {
    accepted: all.length,
    lost: tally(all, records).lost.length,
    wrong: wrongResults(load, records).length + load.undocumented(),
    repeated: repeatsIn(records),
  }
}

/** The number of outcomes in the log beyond the first one of each inspection. */
export function repeatsIn(records: readonly ExternalRecord[]): number {
  const outcomes = records.filter(({ topic }) => topic !== 'dead-letter')
  return outcomes.length - outcomesOf(records).size
}

/** The inspections whose outcome is not the result of their own page, each with that outcome. */
export function wrongResults({ accepted }: Load, records: readonly ExternalRecord[]): string[] {
  const outcomes = outcomesOf(records)
  return [...accepted].flatMap(([id, path]) => {
    const [ending] = outcomes.get(id) ?? []
    if (ending === undefined) return []
    const title = ending.topic === 'result.metadata' && JSON.parse(ending.content).result.title
    return title === `Page ${path}` ? [] : [`${id}: ${ending.content}`]
  })
}
