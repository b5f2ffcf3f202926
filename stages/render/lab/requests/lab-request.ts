import type { Protocol } from 'puppeteer-core'
import type { LabKind, LabRequest } from '#shared/messages/payloads/measurement.ts'
import type { LoggedRequest } from './logged-request.ts'

/** Whether the request was sent to a target: not served from a cache, and not blocked. */
export function wasSent({ source, wasNeverSent }: LoggedRequest): boolean {
  return !wasNeverSent && (source === 'network' || source === 'revalidated')
}

/** Times are relative to `navigationStart`, which is in CDP's monotonic seconds. */
export function toLabRequest(
  request: LoggedRequest,
  navigationStart: number,
  compressed: LabRequest['compressed'],
): LabRequest {
  const { url, method, type, response, extraInfoStatus, startedAt, endedAt, decodedBytes } = request
  const { isRedirect, hasFailed, isRenderBlocking, initiatorUrl, priority } = request
  const sinceStart = (seconds: number) => Math.round((seconds - navigationStart) * 1_000_000) / 1000
  return {
    ...{ url, method, kind: resourceKind(type, response?.mimeType ?? null) },
    status: response?.status ?? extraInfoStatus,
    protocol: response?.protocol ?? null,
    headers: response?.headers ?? {},
    mimeType: response?.mimeType ?? null,
    ...{ transferBytes: transferBytes(request), decodedBytes },
    ...{ isRedirect, hasFailed },
    startMs: sinceStart(startedAt),
    endMs: endedAt === null ? null : sinceStart(endedAt),
    ...{ isRenderBlocking, compressed, secondView: null },
    ...{ initiatorUrl, priority, connectMs: response?.connectMs ?? null },
  }
}

/**
 * Chromium reports the total at the end, but not for requests that it aborted itself and for scripts of workers. Without a content
 * coding, the size on the wire is at least the decoded size.
 */
function transferBytes({ response, totalBytes, bodyBytes, decodedBytes }: LoggedRequest): number {
  const { headerBytes = 0, headers = {} } = response ?? {}
  const isCoded = headers['content-encoding'] !== undefined
  const known = Math.max(totalBytes, headerBytes + Math.max(bodyBytes, isCoded ? 0 : decodedBytes))
  return known > headerBytes || decodedBytes === 0 ? known : headerBytes + contentLength(headers)
}

function contentLength(headers: Readonly<Record<string, string>>): number {
  const length = Number(headers['content-length'])
  return Number.isSafeInteger(length) && length > 0 ? length : 0
}

type ResourceType = Protocol.Network.ResourceType

/** The kind by CDP resource type; types that do not identify the content are absent. */
const kinds: Partial<Record<ResourceType, LabKind>> = {
  Document: 'document',
  Stylesheet: 'stylesheet',
  Image: 'image',
  Media: 'media',
  TextTrack: 'media',
  Font: 'font',
  Script: 'javascript',
  XHR: 'fetch',
  Fetch: 'fetch',
  EventSource: 'fetch',
  Preflight: 'fetch',
  Ping: 'other',
  CSPViolationReport: 'other',
  Manifest: 'other',
}

const mimeKinds: readonly (readonly [RegExp, LabKind])[] = [
  [/^(text|application)\/(x-)?(java|ecma)script$/, 'javascript'],
  [/^text\/css$/, 'stylesheet'],
  [/^image\//, 'image'],
  [/^font\/|^application\/(x-)?font-/, 'font'],
  [/^(audio|video)\//, 'media'],
  [/^(text\/html|application\/xhtml\+xml)$/, 'document'],
]

/** The kind by resource type, else by media type, else `other`. */
function resourceKind(type: ResourceType | undefined, mimeType: string | null): LabKind {
  const byType = type === undefined ? undefined : kinds[type]
  return byType ?? mimeKinds.find(([pattern]) => pattern.test(mimeType ?? ''))?.[1] ?? 'other'
}
