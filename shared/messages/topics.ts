import type { Operation } from '#shared/errors.ts'

export const lanes = ['interactive', 'batch'] as const
export type Lane = (typeof lanes)[number]

/** Steps of an inspection; each is a topic per lane. */
export const workSteps = ['inspection.requested', 'page.fetched', 'page.rendered', 'page.extracted'] as const
export type WorkStep = (typeof workSteps)[number]

export const FAILED = 'inspection.failed'
export const DEAD_LETTER = 'dead-letter'
/** Deferred batch requests, on their way into the frontier. Internal. */
export const DEFERRED = 'inspection.deferred'

/** Interactive inspections that ended, for the gateways: not the outcomes, which the store has. Internal. */
export const ENDED = 'ended.interactive'

/** What ended items of batches said of their pages, for reports on their sites. Internal: their results name the places. */
export const FACTS = 'item.facts'
/** Hosts whose items have to wait for long, on their way into the frontier. Internal. */
export const RESTING = 'host.resting'
/** Topics of the frontier before it was in a database. */
export const FORMER_TOPICS = ['frontier.intake', 'frontier.ended', 'frontier.shards']

/** The topic of a step and lane. */
export function workTopic(step: WorkStep, lane: Lane): string {
  return `${step}.${lane}`
}

/** The topic of the results of an operation. */
export function resultTopic(operation: Operation): string {
  return `result.${operation}`
}

/** The topics of outcomes, in the order of the documentation. */
export const outcomeTopics = [
  'result.snapshot',
  'result.metadata',
  'result.performance',
  'result.seo-audit',
  FAILED,
]

/** Whether each event of the topic ends an inspection. */
export function isOutcomeTopic(topic: string): boolean {
  return outcomeTopics.includes(topic)
}

/** The topic of complete reports on sites. */
export const SITE_REPORT = 'result.site-report'

/** The topics of the event feed. New ones are only appended: cursors have their positions in this order. */
export const eventTopics = [...outcomeTopics, SITE_REPORT]

/**
 * Major versions of events that are written, where it is not 1. Version 2 of the internal events has bytes behind its
 * JSON, which a reader of version 1 cannot parse. Readers accept every version up to these.
 */
const majorVersions: Readonly<Record<string, number>> = {
  'page.fetched': 2,
  'page.extracted': 2,
  'page.rendered': 2,
}

const LANE = /\.(interactive|batch)$/
/** Types of events by topic. The topics are those of this program. */
const eventTypes = new Map<string, string>()

/** `ce_type`: the topic without its lane, and the major version of the event. */
export function eventType(topic: string): string {
  const known = eventTypes.get(topic)
  if (known !== undefined) return known
  const name = topic.replace(LANE, '')
  const type = `${name}.v${majorVersions[name] ?? 1}`
  eventTypes.set(topic, type)
  return type
}

/** Whether an event of the step has a newer major version than this program knows. */
export function isNewerVersion(type: string, step: WorkStep): boolean {
  const version = type.startsWith(`${step}.v`) ? Number(type.slice(step.length + 2)) : 0
  return version > (majorVersions[step] ?? 1)
}

/** Maximum length of a DNS name (RFC 1035, section 2.3.4). A longer host is invalid, and would make keys of any size. */
const HOST_LIMIT = 255

/** The target's host in lower case without port; '' without a host. The key of outcomes and of batch work. */
export function hostKey(url: unknown): string {
  const hostname = typeof url === 'string' ? (URL.parse(url)?.hostname ?? '') : ''
  return hostname.length <= HOST_LIMIT ? hostname : ''
}
