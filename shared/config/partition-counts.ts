import { wholeNumber } from '#shared/config/setting-types.ts'
import { type PartitionCounts, type TopicKind, topicKinds } from '#shared/messages/topic-kinds.ts'

const MAX_PARTITIONS = 1000
const count = wholeNumber(1, MAX_PARTITIONS)
const isKind = (name: string): name is TopicKind => (topicKinds as readonly string[]).includes(name)

/**
 * Parses numbers of partitions: one of all topics, then those of kinds that have another, as in `12,interactive=24,batch=48`.
 * Throws an Error that says what is wrong.
 */
export function partitionCounts(text: string): PartitionCounts {
  const [ofAll = '', ...ofKinds] = text.split(',').map((entry) => entry.trim())
  const counts = new Map<TopicKind, number>()
  for (const entry of ofKinds) {
    const [kind = '', number = ''] = entry.split('=')
    if (!isKind(kind) || counts.has(kind) || entry.split('=').length !== 2) throw wrong(entry)
    counts.set(kind, countOf(number, entry))
  }
  const rest = countOf(ofAll, ofAll)
  return Object.fromEntries(topicKinds.map((kind) => [kind, counts.get(kind) ?? rest])) as PartitionCounts
}

function countOf(number: string, entry: string): number {
  try {
    return count(number)
  } catch {
    throw wrong(entry)
  }
}

function wrong(entry: string): Error {
  const kinds = topicKinds.map((kind) => `${kind}=N`).join(', ')
  return new Error(
    `must be a whole number from 1 to ${MAX_PARTITIONS}, and after it at most once each, after commas: ${kinds} (wrong: "${entry}")`,
  )
}
