import type { BatchLimits } from '../protocol/record-batch.ts'
import { patchClosedClients } from './closed-clients.ts'
import { patchFetchDecoder } from './fetch-decoder.ts'
import { patchMetadataRequest } from './metadata-request.ts'
import { patchOffsetOutOfRange } from './offset-out-of-range.ts'
import { patchRequestTimer } from './request-timer.ts'
import { patchStoppedConsumers } from './stopped-consumers.ts'
import { patchUnresponsiveBrokers } from './unresponsive-brokers.ts'

let isPatched = false

/**
 * Applies the patches of kafkajs 2.2.4 to the modules of this process. Each is applied once, however often
 * this is called; the limits of the last call hold for every client. Why each patch exists:
 * infra/docs/decisions/kafkajs.md#decision.
 */
export function patchKafkajs(limits: BatchLimits): void {
  patchFetchDecoder(limits)
  if (isPatched) return
  isPatched = true
  patchRequestTimer()
  patchUnresponsiveBrokers()
  patchClosedClients()
  patchMetadataRequest()
  patchOffsetOutOfRange()
  patchStoppedConsumers()
}
