import { createRequire } from 'node:module'
import type { Decoder } from '../protocol/kafkajs.ts'
import {
  type BatchLimits,
  decodeBatch,
  ENTRY_HEADER_BYTES,
  type FetchedMessage,
} from '../protocol/record-batch.ts'

const RESPONSE_MODULE = /kafkajs[\\/]src[\\/]protocol[\\/]requests[\\/]fetch[\\/]v\d+[\\/]response\.js$/

let limits: BatchLimits = { maxBatchBytes: 0, maxBatchRecords: 0 }

/**
 * Patches kafkajs 2.2.4 to decode the record batches of fetch responses with `decodeBatch`. Its own decoder
 * supports gzip only, decompresses without a size limit, verifies no checksum, and stops the consumer for
 * good at the first batch that it cannot decode. The limits hold for the whole process: those of the last
 * call apply to every client from its next fetch on.
 */
export function patchFetchDecoder(newLimits: BatchLimits): void {
  limits = newLimits
  const require = createRequire(import.meta.url)
  const path = require.resolve('kafkajs/src/protocol/requests/fetch/v4/decodeMessages')
  require(path)
  const module = require.cache[path]
  if (module === undefined || module.exports === decodeMessages) return
  module.exports = decodeMessages
  // kafkajs requires the response module at each fetch. Modules that are loaded already still refer to its
  // own decoder: drop them from the cache, so that the next fetch loads them with this one.
  for (const loaded of Object.keys(require.cache))
    if (RESPONSE_MODULE.test(loaded)) delete require.cache[loaded]
}

/** The messages of one partition of a fetch response. */
function decodeMessages(decoder: Decoder): Promise<FetchedMessage[]> {
  const size = decoder.readInt32()
  if (size <= 0 || !decoder.canReadBytes(size)) return Promise.resolve([])
  return decodeBatches(decoder.readBytes(size), limits)
}

/**
 * Decodes the batches that follow each other in `bytes`. A batch that is cut off at the end is left out: the
 * next fetch brings it whole. Decoding stops, too, when the batches so far have reached the decompressed size
 * or the number of records that a single batch may have.
 */
export async function decodeBatches(bytes: Buffer, within: BatchLimits): Promise<FetchedMessage[]> {
  const parts: FetchedMessage[][] = []
  let decompressedBytes = 0
  let records = 0
  for (let at = 0; at + ENTRY_HEADER_BYTES <= bytes.length; ) {
    const end = at + ENTRY_HEADER_BYTES + Math.max(0, bytes.readInt32BE(at + 8))
    if (end > bytes.length || decompressedBytes >= within.maxBatchBytes || records >= within.maxBatchRecords)
      break
    const batch = await decodeBatch(bytes.subarray(at, end), within)
    parts.push(batch.messages)
    decompressedBytes += batch.bytes
    records += batch.messages.length
    at = end
  }
  return parts.flat()
}
