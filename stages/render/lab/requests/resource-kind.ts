import type { Protocol } from 'puppeteer-core'
import type { LabKind } from '#shared/messages/payloads/measurement.ts'

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
export function resourceKind(type: ResourceType | undefined, mimeType: string | null): LabKind {
  const byType = type === undefined ? undefined : kinds[type]
  return byType ?? mimeKinds.find(([pattern]) => pattern.test(mimeType ?? ''))?.[1] ?? 'other'
}
