import type { EventReader, LogPage } from '#shared/ports/event-log.ts'

export interface RecentPagesOptions {
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
