import type { Operation } from '#shared/errors.ts'

export const lanes = ['interactive', 'batch'] as const
export type Lane = (typeof lanes)[number]

/** Steps of an inspection; each is a topic per lane. */
export type WorkStep = 'inspection.requested' | 'page.fetched' | 'page.rendered' | 'page.extracted'

export const FAILED = 'inspection.failed'
export const DEAD_LETTER = 'dead-letter'
/** Batch requests to a flooded host, on their way into the frontier. Internal. */
export const DEFERRED = 'inspection.deferred'

export function workTopic(step: WorkStep, lane: Lane): string {
  return `${step}.${lane}`
}

export function resultTopic(operation: Operation): string {
  return `result.${operation}`
}

/** The topics that end an inspection, in the order they are documented. */
export const outcomeTopics = [
  'result.snapshot',
  'result.metadata',
  'result.performance',
  'result.seo-audit',
  FAILED,
]

/**
 * The major versions in which events are written today, where that is not 1. Version 2 of the internal events carries
 * bytes behind its JSON, which a reader of version 1 can't make sense of. Readers know every version up to these.
 */
const majorVersions: Readonly<Record<string, number>> = {
  'page.fetched': 2,
  'page.extracted': 2,
  'page.rendered': 2,
}

/** `ce_type`: the topic without its lane plus the major version of the event. */
export function eventType(topic: string): string {
  const name = topic.replace(/\.(interactive|batch)$/, '')
  return `${name}.v${majorVersions[name] ?? 1}`
}

/** Whether an event of the step is of a later major version than this program knows. */
export function isNewerVersion(type: string, step: WorkStep): boolean {
  const version = type.startsWith(`${step}.v`) ? Number(type.slice(step.length + 2)) : 0
  return version > (majorVersions[step] ?? 1)
}

/** No name in DNS is longer (RFC 1035, 2.3.4): a longer one is no host, and would make records of any size. */
const HOST_LIMIT = 255

/** The message key: the target's host in lower case without port; '' when there is none. */
export function hostKey(url: unknown): string {
  const hostname = typeof url === 'string' ? (URL.parse(url)?.hostname ?? '') : ''
  return hostname.length <= HOST_LIMIT ? hostname : ''
}
