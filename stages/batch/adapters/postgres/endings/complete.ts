import type { Completion, Discover } from '../../../frontier/frontier.ts'
import type { Postgres } from '../connection/session.ts'
import type { QueueOptions } from '../queues/add-items.ts'
import { restQueues } from '../queues/rests.ts'
import { endItems } from './end-items.ts'
import { type FoundEndings, findEndings } from './found-endings.ts'
import { prepareEndings } from './prepared-endings.ts'

export interface EndingsOptions extends QueueOptions {
  readonly postgres: Postgres
  readonly discover: Discover
}

/**
 * Completes items, see `Frontier.complete`, in as many transactions as they take. Resolves to the ids of the batches that have new
 * lines or have finished.
 */
export type CompleteInPostgres = (completions: readonly Completion[]) => Promise<readonly string[]>

/** Completions of one transaction. */
const GROUP_SIZE = 400
/** Characters of outcomes in one transaction, but for one that has more alone. */
const GROUP_CHARS = 4 * 1024 * 1024

/** Makes the endings of a process. */
export function makePostgresEndings(options: EndingsOptions): CompleteInPostgres {
  return async (completions) => {
    const changed: string[] = []
    for (const group of groupsOf(completions)) changed.push(...(await completeGroup(options, group)))
    return [...new Set(changed)]
  }
}

function* groupsOf(completions: readonly Completion[]): Generator<readonly Completion[]> {
  let group: Completion[] = []
  let chars = 0
  for (const completion of completions) {
    const length = completion.outcome?.json.length ?? 0
    if (group.length === GROUP_SIZE || (group.length > 0 && chars + length > GROUP_CHARS)) {
      yield group
      group = []
      chars = 0
    }
    group.push(completion)
    chars += length
  }
  if (group.length > 0) yield group
}

async function completeGroup(
  { postgres, discover, queueOf, perHost }: EndingsOptions,
  completions: readonly Completion[],
): Promise<readonly string[]> {
  const found = await findEndings(postgres, completions)
  await restQueues(postgres, restingOf(found))
  const isEnd = ({ completion }: { completion: Completion }) => completion.restsUntil === undefined
  const deferred = found.deferred.filter(isEnd)
  const prepared = await prepareEndings(postgres, discover, found.endings.filter(isEnd), found.now)
  if (prepared.endings.length + deferred.length === 0) return []
  const group = { prepared, deferred, now: found.now }
  const changes = await postgres.transaction((session) => endItems(session, { queueOf, perHost }, group))
  return changes.map(({ row }) => row.id)
}

function restingOf({ endings, deferred }: FoundEndings) {
  return [...endings, ...deferred].flatMap(({ completion: { restsUntil: until }, queue }) =>
    until === undefined || queue === null ? [] : [{ queue, until }],
  )
}
