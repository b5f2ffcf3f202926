import type { EventReader, LogPage } from '#shared/ports/event-log.ts'

export interface RecentPagesOptions {
  readonly events: Pick<EventReader, 'read'>
  /** Bytes of records that are kept. */
  readonly maxBytes: number
}

interface KeptPage {
  readonly partition: string
  readonly from: number
  readonly page: LogPage
  readonly bytes: number
}

/**
 * Reads each record of a partition about once, for many readers that want records from the same places at about the same
 * time: pages are kept until others take their room, and one page of a partition is read at a time.
 */
export function recentPages({ events, maxBytes }: RecentPagesOptions): Pick<EventReader, 'read'> {
  const kept = new Set<KeptPage>()
  const reading = new Map<string, Promise<unknown>>()
  let bytes = 0

  function find(partition: string, offset: number): LogPage | null {
    for (const one of kept)
      if (one.partition === partition && one.from <= offset && offset < one.page.next)
        return { ...one.page, records: one.page.records.filter((record) => record.offset >= offset) }
    return null
  }

  function keep(partition: string, from: number, page: LogPage): void {
    const one = { partition, from, page, bytes: bytesOf(page) }
    kept.add(one)
    bytes += one.bytes
    for (const oldest of kept) {
      if (bytes <= maxBytes) return
      kept.delete(oldest)
      bytes -= oldest.bytes
    }
  }

  async function read(topic: string, partition: number, offset: number): Promise<LogPage> {
    const name = `${topic}/${partition}`
    const found = find(name, offset)
    if (found !== null) return found
    const page = await events.read(topic, partition, offset)
    if (!page.isGone && page.next > offset) keep(name, offset, page)
    return page
  }

  return {
    read(topic, partition, offset) {
      const name = `${topic}/${partition}`
      const before = reading.get(name) ?? Promise.resolve()
      const page = before.catch(() => undefined).then(() => read(topic, partition, offset))
      reading.set(name, page)
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
