import type { SitemapScan } from '#shared/ports/lookups.ts'
import { userAgents } from '#shared/user-agents.ts'
import type { HttpClient } from '../http/client.ts'
import type { AnswerHead, Enter } from '../http/page.ts'
import { probeError } from '../http/probe.ts'
import type { CallContext } from '../lookups/handlers.ts'
import type { EntryTaker } from './entries.ts'
import { type ReaderFindings, SitemapReader } from './sitemap-reader.ts'

export interface ReadOptions {
  readonly client: Pick<HttpClient, 'fetchPage'>
  readonly enter: Enter
  /** Decompressed bytes of one file that are read; the protocol allows 50 MiB. */
  readonly maxBytes: number
  /** Milliseconds of work that one file may take. */
  readonly maxWorkMs: number
}

/** How the reading of a file ended, and what it is. */
export type SitemapRead = ReaderFindings & Pick<SitemapScan, 'status' | 'error'>

/**
 * Reads a sitemap while it comes, so that none is ever held in memory: `takerAt`, told the file's own address, gives what
 * takes its entries. What came in time is told.
 */
export type ReadSitemap = (
  url: string,
  takerAt: (finalUrl: string) => EntryTaker,
  context: CallContext,
) => Promise<SitemapRead>

interface Progress {
  status: number | null
  reader: SitemapReader | null
}

const nothing: ReaderFindings = { kind: 'other', fault: null, bytes: 0, isCut: false }

export function makeReadSitemap({ client, enter, maxBytes, maxWorkMs }: ReadOptions): ReadSitemap {
  // One byte more than the limit tells that a file is over it.
  const cut = { maxBytes: maxBytes + 1, overflow: 'cut', redirectOverflow: 'answer', unpacks: true } as const
  return async (url, takerAt, { deadlineMs: timeoutMs, signal, traceparent = null }) => {
    const progress: Progress = { status: null, reader: null }
    const sink = into(progress, (finalUrl) => new SitemapReader(takerAt(finalUrl), maxWorkMs))
    const asked = { url, userAgent: userAgents.desktop, timeoutMs, signal, enter, sink, traceparent }
    const error = await client.fetchPage({ ...asked, ...cut }).then(
      ({ truncated }) => {
        if (!truncated) progress.reader?.end()
        return null
      },
      (failure: unknown) => probeError(failure),
    )
    const { status, reader } = progress
    return { status, error, ...(reader?.findings() ?? nothing) }
  }
}

function into(progress: Progress, readerAt: (finalUrl: string) => SitemapReader) {
  return ({ status, finalUrl }: AnswerHead) => {
    progress.status = status
    if (status < 200 || status > 299) return () => false
    const reader = readerAt(finalUrl)
    progress.reader = reader
    return (chunk: Buffer) => reader.write(chunk)
  }
}
