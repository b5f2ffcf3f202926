import type { LabRequest } from '#shared/lab/measurement.ts'
import { kindOf } from './kind.ts'
import type { LoggedRequest } from './logged-request.ts'

/** Whether the request went out: to a target, not to a cache, and nobody stopped it. */
export function wentOut({ origin, isWithheld }: LoggedRequest): boolean {
  return !isWithheld && (origin === 'network' || origin === 'revalidated')
}

/** Times from `navigationStart`, in CDP's monotonic seconds. */
export function labRequestOf(
  request: LoggedRequest,
  navigationStart: number,
  compressed: LabRequest['compressed'],
): LabRequest {
  const { url, method, type, answer, toldStatus, startedAt, endedAt, decodedBytes } = request
  const { isRedirect, hasFailed, isRenderBlocking } = request
  const sinceStart = (seconds: number) => Math.round((seconds - navigationStart) * 1_000_000) / 1000
  return {
    ...{ url, method, kind: kindOf(type, answer?.mimeType ?? null) },
    status: answer?.status ?? toldStatus,
    protocol: answer?.protocol ?? null,
    headers: answer?.headers ?? {},
    mimeType: answer?.mimeType ?? null,
    ...{ transferBytes: transferBytesOf(request), decodedBytes },
    ...{ isRedirect, hasFailed },
    startMs: sinceStart(startedAt),
    endMs: endedAt === null ? null : sinceStart(endedAt),
    ...{ isRenderBlocking, compressed, secondView: null },
  }
}

/**
 * The total comes at the end, and lacks what the browser cut off itself and the scripts of workers. What is not coded is as long
 * on the wire as it is decoded, at least.
 */
function transferBytesOf({ answer, totalBytes, bodyBytes, decodedBytes }: LoggedRequest): number {
  const { headerBytes = 0, headers = {} } = answer ?? {}
  const isCoded = headers['content-encoding'] !== undefined
  const known = Math.max(totalBytes, headerBytes + Math.max(bodyBytes, isCoded ? 0 : decodedBytes))
  return known > headerBytes || decodedBytes === 0 ? known : headerBytes + lengthOf(headers)
}

function lengthOf(headers: Readonly<Record<string, string>>): number {
  const length = Number(headers['content-length'])
  return Number.isSafeInteger(length) && length > 0 ? length : 0
}
