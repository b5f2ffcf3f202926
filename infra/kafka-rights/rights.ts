import type { AclEntry } from 'kafkajs'
import { type PartName, partNames } from '#infra/process/parts.ts'
import { consumerGroups, PROJECTION } from '#shared/messages/consumer-groups.ts'
import {
  DEAD_LETTER,
  DEFERRED,
  FAILED,
  lanes,
  outcomeTopics,
  type WorkStep,
  workTopic,
} from '#shared/messages/topics.ts'

/** What a part does with the log. Names are without the prefix of the broker. */
export interface Rights {
  readonly writes: readonly string[]
  readonly reads: readonly string[]
  readonly groups: readonly string[]
}

/** How an inspection ends at any stage. */
const ends = [...outcomeTopics, DEAD_LETTER]
const step = (name: WorkStep) => lanes.map((lane) => workTopic(name, lane))

const writes: Readonly<Record<PartName, readonly string[]>> = {
  gateway: [workTopic('inspection.requested', 'interactive')],
  fetch: [...step('page.fetched'), DEFERRED, ...ends],
  render: [...step('page.rendered'), DEFERRED, ...ends],
  extract: [...step('page.extracted'), ...ends],
  score: ends,
  batch: [workTopic('inspection.requested', 'batch'), FAILED, DEAD_LETTER],
}

export function rightsOf(part: PartName): Rights {
  const own = consumerGroups.filter(({ stage }) => partOf(stage) === part)
  return {
    writes: writes[part],
    reads: [...new Set(own.flatMap(({ topics }) => topics))],
    groups: own.map(({ group }) => group),
  }
}

/** Readers are named after their part, and may add what they read: `score-audit`. */
function partOf(reader: string): string | undefined {
  return reader === PROJECTION ? 'gateway' : reader.split('-')[0]
}

/** Kafka's numbers (AclOperation, AclPermissionType, PatternType and ResourceType of its protocol). */
const operations = { read: 3, write: 4, describe: 8, describeConfigs: 10 }
const ALLOW = 3
const LITERAL = 3
const PREFIXED = 4
const TOPIC = 2
const GROUP = 3

/**
 * The access rules of all parts, each the user of its name. Each part asks at its start whether all topics are there and as they should be, and the
 * gateway shows how far all groups are: these may be seen; records are read and written only by those whose work it is.
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

/** For one name, or for all of the service when none is given. */
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
