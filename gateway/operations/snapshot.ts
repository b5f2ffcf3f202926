import { readMembers, replaceMembers } from '#shared/messages/json-members.ts'
import { effectiveSnapshot, type SnapshotParameters } from '#shared/operations/snapshot.ts'
import type { OperationRoute } from './operation.ts'

/** Time for the capture besides the load of the page and `waitFor`. */
const CAPTURE_MS = 15_000

export const snapshot: OperationRoute = {
  method: 'POST',
  entryStage: 'render',
  sharing: 'together',
  // Its image is stored there.
  requiredDependencies: ['objects'],
  identity(parameters) {
    const effective = effectiveSnapshot(parameters as unknown as SnapshotParameters)
    const { device, viewport, fallbackFormat, ...options } = effective
    const size = [viewport.width, viewport.height, viewport.deviceScaleFactor]
    // An image in the fallback's format is no answer to a request for another one.
    return [device, ...size, options, ...(fallbackFormat === null ? [] : [fallbackFormat])]
  },
  answerTimeoutMs(parameters) {
    const { timeout, waitFor } = parameters as unknown as SnapshotParameters
    return timeout + waitFor + CAPTURE_MS
  },
  hasCacheHeader: false,
  objectOf(json) {
    const { checksum, format } = readMembers(json, ['checksum', 'format'])
    return `images/${checksum}.${format}`
  },
  presentCached({ json, at, ttlSeconds }, now) {
    const cache_ttl_seconds = Math.max(0, ttlSeconds - Math.ceil((now - at) / 1000))
    return replaceMembers(json, { cached: true, cache_ttl_seconds })
  },
}
