import type { AclEntry } from 'kafkajs'
import { type PartName, partNames } from '#infra/process/parts.ts'
import { consumerGroups, PROJECTION } from '#shared/messages/consumer-groups.ts'
import {
  DEAD_LETTER,
  DEFERRED,
  ENDED,
  eventTopics,
  FACTS,
  FAILED,
  lanes,
  outcomeTopics,
  RESTING,
  SITE_REPORT,
  type WorkStep,
  workTopic,
} from '#shared/messages/topics.ts'

/** The access of a part to the log. Names have no prefix. */
export interface Rights {
  readonly writes: readonly string[]
  readonly reads: readonly string[]
  readonly groups: readonly string[]
}

/** The topics that tell of ends, which every stage may write. */
const ends = [...outcomeTopics, ENDED, DEAD_LETTER]
const step = (name: WorkStep) => lanes.map((lane) => workTopic(name, lane))

const writes: Readonly<Record<PartName, readonly string[]>> = {
  gateway: [workTopic('inspection.requested', 'interactive')],
  fetch: [...step('page.fetched'), DEFERRED, RESTING, ...ends],
  render: [...step('page.rendered'), DEFERRED, FACTS, ...ends],
  extract: [...step('page.extracted'), FACTS, ...ends],
  score: [FACTS, ...ends],
  batch: [workTopic('inspection.requested', 'batch'), FAILED, DEAD_LETTER, SITE_REPORT],
}

/** What a part reads without a group: the gateway streams events, the batch part looks up facts. */
const streams: Readonly<Partial<Record<PartName, readonly string[]>>> = {
  gateway: eventTopics,
  batch: [FACTS],
}

/** The access of each part, from the topics and groups of the service. */
export function rightsOf(part: PartName): Rights {
  const own = consumerGroups.filter(({ stage }) => partOf(stage) === part)
  return {
    writes: writes[part],
    reads: [...new Set([...own.flatMap(({ topics }) => topics), ...(streams[part] ?? [])])],
    groups: own.map(({ group }) => group),
  }
}

/** The name of a reader begins with its part and may continue with what it reads: `score-audit`. */
function partOf(reader: string): string | undefined {
  return reader === PROJECTION ? 'gateway' : reader.split('-')[0]
}

/** Codes of the Kafka protocol (AclOperation, AclPermissionType, PatternType and ResourceType). */
const operations = { read: 3, write: 4, describe: 8, describeConfigs: 10 }
const ALLOW = 3
const LITERAL = 3
const PREFIXED = 4
const TOPIC = 2
const GROUP = 3

/**
 * The access rules of all parts, each a user of its name. At its start, each part checks that all topics exist with
 * the right settings, and the gateway shows the lag of all groups: these may be described by all. Only the parts that
 * work with a topic may read or write its records.
 */
export function aclsOf(prefix: string): AclEntry[] {
  return partNames.flatMap((part) => {
    const { writes, reads, groups } = rightsOf(part)
    const rule = ruleOf(part, prefix)
    return [
      ...writes.map((topic) => rule('write', TOPIC, topic)),
      ...reads.map((topic) => rule('read', TOPIC, topic)),
      ...groups.map((group) => rule('read', GROUP, group)),
      rule('describe', TOPIC),
      rule('describeConfigs', TOPIC),
      ...(part === 'gateway' ? [rule('describe', GROUP)] : []),
    ]
  })
}

/** Makes a rule for one name, or for all names of the service when none is given. */
function ruleOf(part: PartName, prefix: string) {
  const all =
    prefix === ''
      ? { resourceName: '*', resourcePatternType: LITERAL }
      : { resourceName: prefix, resourcePatternType: PREFIXED }
  return (operation: keyof typeof operations, resourceType: number, name?: string): AclEntry => ({
    principal: `User:${part}`,
    host: '*',
    operation: operations[operation],
    permissionType: ALLOW,
    resourceType,
    ...(name === undefined ? all : { resourceName: prefix + name, resourcePatternType: LITERAL }),
  })
}
