import { unavailable } from '#shared/errors.ts'
import type { FailureData } from '#shared/messages/events/outcome.ts'
import { batchOfItem } from '#shared/messages/events/seal.ts'
import type { Batches } from '#shared/ports/batches.ts'
import type { GroupedValues } from '#shared/ports/result-store.ts'
import { type ItemPlace, readItemLine } from '#shared/store/batch-items.ts'
import { type ApiKey, ownerOf } from '../access/api-keys.ts'
import type { Answer } from './caller-view.ts'

export interface ItemStatusPorts {
  readonly store: Pick<GroupedValues, 'getIn'>
  readonly batches: Pick<Batches, 'results'>
}

/** A result line: the value of an outcome with what the batch knows of it. */
type ResultLine = Partial<FailureData> & { readonly result?: unknown; readonly note?: string }

/** The batch part reads a line from its database or from an object of some MB. */
const LINE_TIMEOUT_MS = 10_000
const NEWLINE = 0x0a

/**
 * The answer of a batch item whose end the batch part has recorded: from its result line. Null when it has none, nobody knows its
 * number any more, or it is not the caller's. Rejects with `SERVICE_UNAVAILABLE` while the batch part is unavailable.
 */
export async function readRecordedAnswer(
  { store, batches }: ItemStatusPorts,
  id: string,
  place: ItemPlace,
  key: ApiKey,
): Promise<Answer | null> {
  const batch = key.scopes.includes('batch') ? batchOfItem(id) : null
  const n = batch === null ? null : await readItemLine(store, place)
  if (batch === null || n === null) return null
  const line = await readLine(batches, { id: batch, owner: ownerOf(key) }, n)
  return line === null ? null : answerOfLine(JSON.parse(line))
}

/** The text of a result line; null when there is no such batch for the owner. */
async function readLine(
  batches: ItemStatusPorts['batches'],
  batch: { readonly id: string; readonly owner: string },
  n: number,
): Promise<string | null> {
  const enough = new AbortController()
  const signal = AbortSignal.any([enough.signal, AbortSignal.timeout(LINE_TIMEOUT_MS)])
  try {
    const chunks = await batches.results(batch, { after: n - 1, isFollowing: false, signal })
    return chunks && (await firstLine(chunks))
  } finally {
    enough.abort()
  }
}

async function firstLine(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const chunk of chunks) {
    const end = chunk.indexOf(NEWLINE)
    pieces.push(end < 0 ? chunk : chunk.subarray(0, end))
    if (end >= 0) return Buffer.concat(pieces).toString()
  }
  throw unavailable('results', new Error('the line did not come in time'))
}

function answerOfLine(line: ResultLine): Answer | null {
  const { operation, result, note } = line
  if (line.code !== undefined) return { timing: '', failure: failureOf(line) }
  if (note !== undefined || typeof operation !== 'string') return null
  return { timing: '', operation, resultJson: JSON.stringify(result) }
}

/** Without the members that only lines have. */
function failureOf(line: ResultLine): FailureData {
  const { operation = null, parameters = null, url = '', stage = '', code = '', message = '' } = line
  return {
    operation,
    parameters,
    url,
    stage,
    code,
    status: Number(line.status),
    message,
    details: line.details,
  }
}
