import type { SitemapScan } from '#shared/ports/lookups.ts'
import { userAgents } from '#shared/user-agents.ts'
import type { HttpClient } from '../http/client.ts'
import type { AnswerHead, Enter } from '../http/page.ts'
import { probeError } from '../http/probe.ts'
import type { LookupHandlers } from '../lookups/handlers.ts'
import { type ReaderOptions, SitemapReader } from './sitemap-reader.ts'

export interface ScanOptions {
  readonly client: Pick<HttpClient, 'fetchPage'>
  readonly enter: Enter
  /** Decompressed bytes of one file that are read; the protocol allows 50 MiB. */
  readonly maxBytes: number
  /** Milliseconds of work that one file may take. */
  readonly maxWorkMs: number
}

interface Progress {
  status: number | null
  reader: SitemapReader | null
}

/** Reads a sitemap while it comes, so that none is ever held in memory. What came in time is told. */
export function makeScanSitemap({
  client,
  enter,
  maxBytes,
  maxWorkMs,
}: ScanOptions): LookupHandlers['scanSitemap'] {
  // One byte more than the limit tells that a file is over it.
  const cut = { maxBytes: maxBytes + 1, overflow: 'cut', redirectOverflow: 'answer', unpacks: true } as const
  return async (url, lookFor, { deadlineMs: timeoutMs, signal, traceparent = null }) => {
    const progress: Progress = { status: null, reader: null }
    const sink = into(progress, { lookFor, maxWorkMs })
    const request = {
      url,
      userAgent: userAgents.desktop,
      timeoutMs,
      signal,
      enter,
      sink,
      traceparent,
      ...cut,
    }
    const error = await client.fetchPage(request).then(
      ({ truncated }) => {
        if (!truncated) progress.reader?.end()
        return null
      },
      (failure: unknown) => probeError(failure),
    )
    return scanOf(url, progress, error)
  }
}

function into(progress: Progress, wishes: Pick<ReaderOptions, 'lookFor' | 'maxWorkMs'>) {
  return ({ status, finalUrl }: AnswerHead) => {
    progress.status = status
    if (status < 200 || status > 299) return () => false
    const reader = new SitemapReader({ url: finalUrl, now: Date.now(), ...wishes })
    progress.reader = reader
    return (chunk: Buffer) => reader.write(chunk)
  }
}

function scanOf(url: string, { status, reader }: Progress, error: SitemapScan['error']): SitemapScan {
  if (reader !== null) return { url, status, error, ...reader.findings() }
  const { isCut: _, ...nothing } = new SitemapReader({ url, lookFor: [], now: 0, maxWorkMs: 0 }).findings()
  return { url, status, error, ...nothing, isCut: false }
}
