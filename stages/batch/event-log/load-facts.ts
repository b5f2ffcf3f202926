import { setTimeout as sleep } from 'node:timers/promises'
import { makeSemaphore } from '#shared/async/semaphore.ts'
import type { Log } from '#shared/log.ts'
import { type FactsPlace, factsOf } from '#shared/messages/payloads/item-facts.ts'
import { FACTS } from '#shared/messages/topics.ts'
import type { EventReader, LogPage } from '#shared/ports/event-log.ts'
import type { Completion } from '../frontier/frontier.ts'

export interface FactsSource {
  readonly events: Pick<EventReader, 'bounds' | 'read'>
  readonly logger: Pick<Log, 'warn'>
}

/** What is kept of the log for the completions that follow: they have their facts next to those of earlier ones. */
const KEPT = { maxBytes: 16 * 1024 * 1024, maxPages: 64 }
/** Partitions that are read at the same time. */
const MAX_PARTITIONS = 16
/** A new leader of a partition may not show its last records at first, although they are durable. */
const SHOW_TRIES = 10
const SHOW_MS = 200
const WARN_EVERY_MS = 60_000

/** A completion whose outcome names a place of facts. */
interface Wanted {
  readonly completion: Completion
  readonly place: FactsPlace
}

/**
 * Returns the function that adds the facts of items to their completions, whose outcomes name the places, and keeps the
 * order. A page of a partition is read once for all places in it. Items whose facts the log has lost, or has of another item
 * (the topic was created anew), stay without; a warning names one of them, at most once a minute. Rejects with
 * `SERVICE_UNAVAILABLE` while the log is unavailable. One call at a time.
 */
export function makeFactsLoader({ events, logger }: FactsSource) {
  const pageAt = makePageReader(events)
  const partitions = makeSemaphore(MAX_PARTITIONS)
  let warnedAt = Number.NEGATIVE_INFINITY

  function warnOfLoss({ completion: { id }, place }: Wanted): void {
    if (performance.now() - warnedAt < WARN_EVERY_MS) return
    warnedAt = performance.now()
    logger.warn({ id, topic: FACTS, ...place }, 'facts of pages are lost: reports on their sites lack them')
  }

  /** The places are in one partition. */
  async function loadPartition(wanted: readonly Wanted[], facts: Map<Completion, string>): Promise<void> {
    let page: LogPage | null = null
    for (const one of wanted.toSorted((a, b) => a.place.offset - b.place.offset)) {
      const { partition, offset } = one.place
      if (page === null || offset >= page.next) page = await pageAt(partition, offset)
      const text = textIn(page, one)
      if (text === null) warnOfLoss(one)
      else facts.set(one.completion, text)
    }
  }

  return async (completions: readonly Completion[]): Promise<Completion[]> => {
    const facts = new Map<Completion, string>()
    const byPartition = Map.groupBy(completions.flatMap(wantedOf), ({ place }) => place.partition)
    const loads = [...byPartition.values()].map((of) => partitions.run(() => loadPartition(of, facts)))
    await Promise.all(loads)
    return completions.map((completion) => {
      const siteFacts = facts.get(completion)
      return siteFacts === undefined ? completion : { ...completion, siteFacts }
    })
  }
}

function textIn(page: LogPage | null, { completion, place }: Wanted): string | null {
  const record = page?.records.find(({ offset }) => offset === place.offset)
  return record === undefined ? null : factsOf(record, completion.id)
}

function wantedOf(completion: Completion): Wanted[] {
  const place = completion.outcome?.factsAt
  return place === undefined ? [] : [{ completion, place }]
}

/** Reads the page that has the place in it; null when the log has no such place, or not any more. */
function makePageReader(events: FactsSource['events']) {
  const pages = recentPages({ events, ...KEPT })
  /** Partitions of the topic, as far as is known: it may be created anew with fewer. */
  let known = 0

  async function exists(partition: number): Promise<boolean> {
    if (partition >= known) known = (await events.bounds(FACTS)).length
    return partition < known
  }

  async function read(partition: number, offset: number): Promise<LogPage | null> {
    try {
      return await pages.read(FACTS, partition, offset)
    } catch (error) {
      known = 0
      if (await exists(partition)) throw error
      return null
    }
  }

  return async (partition: number, offset: number): Promise<LogPage | null> => {
    for (let tries = 0; (await exists(partition)) && tries < SHOW_TRIES; tries++) {
      const page = await read(partition, offset)
      if (page === null || page.isGone) return null
      if (page.next > offset) return page
      await sleep(SHOW_MS)
    }
    return null
  }
}

interface RecentPagesOptions {
  readonly events: Pick<EventReader, 'read'>
  /** Bytes of records, and pages, that are kept. */
  readonly maxBytes: number
  readonly maxPages: number
}

interface KeptPage {
  readonly partition: string
  readonly from: number
  readonly page: LogPage
  readonly bytes: number
}

/**
 * Reads each record about once for callers who want records from neighbouring places one after the other: pages are kept
 * until later ones take their room. A page may begin before the offset that was asked for.
 */
export function recentPages({ events, maxBytes, maxPages }: RecentPagesOptions): Pick<EventReader, 'read'> {
  const kept = new Set<KeptPage>()
  let bytes = 0

  function find(partition: string, offset: number): LogPage | null {
    for (const one of kept)
      if (one.partition === partition && one.from <= offset && offset < one.page.next) return one.page
    return null
  }

  function keep(partition: string, from: number, page: LogPage): void {
    const one = { partition, from, page, bytes: bytesOf(page) }
    kept.add(one)
    bytes += one.bytes
    for (const oldest of kept) {
      if (bytes <= maxBytes && kept.size <= maxPages) return
      kept.delete(oldest)
      bytes -= oldest.bytes
    }
  }

  return {
    async read(topic, partition, offset) {
      const name = `${topic}/${partition}`
      const found = find(name, offset)
      if (found !== null) return found
      const page = await events.read(topic, partition, offset)
      if (!page.isGone && page.next > offset) keep(name, offset, page)
      return page
    },
  }
}

/** The memory of a record without its key, value and headers. */
const RECORD_BYTES = 500

function bytesOf({ records }: LogPage): number {
  return records.reduce((sum, { value, headers }) => {
    const ofHeaders = Object.values(headers).reduce((all, header) => all + header.length, 0)
    return sum + RECORD_BYTES + (value?.length ?? 0) + ofHeaders
  }, 0)
}
