import { createRequire } from 'node:module'
import {
  type BatchLimits,
  decodeBatch,
  ENTRY_HEADER_BYTES,
  type FetchedMessage,
} from '../protocol/record-batch.ts'

/** What is used of kafkajs 2.2.4, src/protocol/decoder. */
interface Decoder {
  readInt32(): number
  canReadBytes(bytes: number): boolean
  readBytes(bytes: number): Buffer
}

const RESPONSE_MODULE = /kafkajs[\\/]src[\\/]protocol[\\/]requests[\\/]fetch[\\/]v\d+[\\/]response\.js$/

let limits: BatchLimits = { maxBatchBytes: 0, maxBatchRecords: 0 }

/**
 * Has the record batches of all fetches read here instead of in kafkajs 2.2.4, which knows gzip alone, unpacks without a
 * bound, checks no checksum, and ends its consumer for good at the first batch that it can't decode. The limits are those of
 * the process: the last ones given count, from the next fetch of any client of kafkajs on.
 */
export function patchFetchDecoder(newLimits: BatchLimits): void {
  limits = newLimits
  const require = createRequire(import.meta.url)
  const path = require.resolve('kafkajs/src/protocol/requests/fetch/v4/decodeMessages')
  require(path)
  const module = require.cache[path]
  if (module === undefined || module.exports === decodeMessages) return
  module.exports = decodeMessages
  // kafkajs asks for the readers of answers at each fetch: those that a fetch has loaded are loaded again, with this one.
  for (const loaded of Object.keys(require.cache))
    if (RESPONSE_MODULE.test(loaded)) delete require.cache[loaded]
}

/** The messages of one partition of a fetch. */
function decodeMessages(decoder: Decoder): Promise<FetchedMessage[]> {
  const size = decoder.readInt32()
  if (size <= 0 || !decoder.canReadBytes(size)) return Promise.resolve([])
  return decodeBatches(decoder.readBytes(size), limits)
}

/**
 * The messages of the batches that lie one after the other in `bytes`. What is cut off at the end comes with the next
 * fetch; so does what is left when the batches so far have unpacked to as much as a single one may.
 */
export async function decodeBatches(bytes: Buffer, within: BatchLimits): Promise<FetchedMessage[]> {
  const parts: FetchedMessage[][] = []
  let unpacked = 0
  let records = 0
  for (let at = 0; at + ENTRY_HEADER_BYTES <= bytes.length; ) {
    const end = at + ENTRY_HEADER_BYTES + Math.max(0, bytes.readInt32BE(at + 8))
    if (end > bytes.length || unpacked >= within.maxBatchBytes || records >= within.maxBatchRecords) break
    const batch = await decodeBatch(bytes.subarray(at, end), within)
    parts.push(batch.messages)
    unpacked += batch.bytes
    records += batch.messages.length
    at = end
  }
  return parts.flat()
}
