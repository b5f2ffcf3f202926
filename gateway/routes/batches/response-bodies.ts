import type { BatchPage, BatchStatus, BatchSummary } from '#shared/ports/batches.ts'
import { encodeListCursor } from './list-cursor.ts'

/** A batch as clients see it (decisions section 14). */
export function statusBody({ id, state, counts, rejected, createdAt, finishedAt, hosts }: BatchStatus) {
  const body = { id, state, counts, rejected, created_at: createdAt, finished_at: finishedAt }
  return hosts === undefined ? body : { ...body, hosts }
}

/** A page of batches as clients see it. */
export function listBody({ batches, next }: BatchPage) {
  return { batches: batches.map(summaryBody), next: next === null ? null : encodeListCursor(next) }
}

function summaryBody({ id, state, counts, createdAt, finishedAt }: BatchSummary) {
  return { id, state, counts, created_at: createdAt, finished_at: finishedAt }
}

const CHUNK_LENGTH = 65_536
/** The line of an item that can't be written: it is rejected as no JSON. */
const UNREADABLE = '{'

/** A value that was read from JSON as such again; null when it is nested too deeply for that. */
export function jsonText(value: unknown): string | null {
  try {
    return JSON.stringify(value)
  } catch {
    return null
  }
}

/** A list of URLs as lines: each item is the line of its place, whatever it is. */
export async function* urlLines(urls: readonly unknown[]): AsyncGenerator<Uint8Array> {
  let lines = ''
  for (const url of urls) {
    lines += `${jsonText(url) ?? UNREADABLE}\n`
    if (lines.length < CHUNK_LENGTH) continue
    yield Buffer.from(lines)
    lines = ''
  }
  yield Buffer.from(lines)
}
