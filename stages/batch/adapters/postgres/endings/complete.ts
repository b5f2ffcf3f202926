import type { RecordedItem } from '#shared/store/batch-items.ts'
import { EXTERNAL_PRODUCERS } from '../../../frontier/decisions/bounds.ts'
import type { Completion } from '../../../frontier/frontier.ts'
import type { FrontierOptions } from '../../../frontier/frontier-options.ts'
import { type BatchRow, lockBatches, saveBatches } from '../batches/batch-rows.ts'
import { type Postgres, queryRows, type Session } from '../connection/postgres.ts'
import { addItems, type QueueOptions } from '../queues/add-items.ts'
import { restQueues } from '../queues/queue-rows.ts'
import { LoadedCrawl, type LoadedCrawls, loadMisses } from './crawl/load-crawl.ts'
import { loadForeseen } from './crawl/load-foreseen.ts'
import {
  type BatchChanges,
  type BatchEndings,
  decideBatch,
  loadPages,
  type StoredPages,
} from './decide-batch.ts'
import { type FoundDeferred, type FoundEndings, findEndings } from './found-endings.ts'
import { type PreparedEnding, type PreparedEndings, prepareEndings } from './prepared-endings.ts'
import { writeChanges } from './write-changes.ts'

export interface EndingsOptions extends Pick<FrontierOptions, 'queueOf' | 'perHost' | 'discover'> {
  readonly postgres: Postgres
}

interface Completed {
  /** Ids of the batches that have new lines or have finished. */
  readonly changed: readonly string[]
  readonly ended: readonly RecordedItem[]
}

/** Completes items, see `Frontier.complete`, in as many transactions as they take. */
type CompleteInPostgres = (completions: readonly Completion[]) => Promise<Completed>

/** Completions of one transaction. */
const GROUP_SIZE = 400
/** Characters of outcomes in one transaction, but for one that has more alone. */
const GROUP_CHARS = 4 * 1024 * 1024

/** Makes the endings of a process. */
export function makePostgresEndings(options: EndingsOptions): CompleteInPostgres {
  return async (completions) => {
    const changes: BatchChanges[] = []
    for (const group of groupsOf(completions)) changes.push(...(await completeGroup(options, group)))
    const changed = [...new Set(changes.map(({ row }) => row.id))]
    return { changed, ended: changes.flatMap(({ ended }) => ended) }
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
): Promise<readonly BatchChanges[]> {
  const found = await findEndings(postgres, completions)
  await restQueues(postgres, restingOf(found))
  const isEnd = ({ completion }: { completion: Completion }) => completion.restsUntil === undefined
  const deferred = found.deferred.filter(isEnd)
  const prepared = await prepareEndings(postgres, discover, found.endings.filter(isEnd), found.now)
  if (prepared.endings.length + deferred.length === 0) return []
  const group = { prepared, deferred, now: found.now }
  return postgres.transaction((session) => endItems(session, { queueOf, perHost }, group))
}

function restingOf({ endings, deferred }: FoundEndings) {
  return [...endings, ...deferred].flatMap(({ completion: { restsUntil: until }, queue }) =>
    until === undefined || queue === null ? [] : [{ queue, until }],
  )
}

/** A group of endings for one transaction. */
interface EndingsGroup {
  readonly prepared: PreparedEndings
  readonly deferred: readonly FoundDeferred[]
  /** The database's time, in milliseconds since the epoch. */
  readonly now: number
}

interface RemovedItem {
  readonly batch: number
  readonly seq: number
  readonly queue: number
  readonly lease: number
  readonly is_in_flight: boolean
}

const END_DEFERRED = `
  UPDATE deferred SET ended_at = now(), record = NULL WHERE place = ANY($1::bigint[]) AND ended_at IS NULL RETURNING place`

/**
 * In order of the items, so that two transactions with the same endings wait for each other and never in a circle. An item of
 * another URL is another item: a server that took the place of another one may have given its number anew.
 */
const REMOVE = `
  WITH locked AS (
    SELECT items.batch, items.seq FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS given (batch, seq, url)
    JOIN items ON items.batch = given.batch AND items.seq = given.seq AND items.url = given.url
    ORDER BY items.batch, items.seq FOR UPDATE OF items)
  DELETE FROM items USING locked WHERE items.batch = locked.batch AND items.seq = locked.seq
  RETURNING items.batch, items.seq, items.queue, items.lease, items.due_at IS NOT NULL AS is_in_flight`

/**
 * Ends items within a transaction: their rows, counts, result lines, what is known of their sites, and what crawls follow. An
 * ending whose item has no row changes nothing. Returns the batches that changed.
 *
 * Locks: the rows of crawls in order of their numbers, the items, the rows of lists, and last the queues.
 */
async function endItems(
  session: Session,
  options: QueueOptions,
  group: EndingsGroup,
): Promise<readonly BatchChanges[]> {
  const { prepared } = group
  await prepared.texts.confirm(session)
  await prepared.parameters.confirm(session)
  const isCrawl = ({ of }: PreparedEnding) => of.batch.crawl !== null
  const [crawls, lists] = [prepared.endings.filter(isCrawl), prepared.endings.filter((one) => !isCrawl(one))]
  const crawlRows = await lockBatches(session, numsOf(crawls))
  const removed = await removeItems(session, group)
  const loaded = new Map([...crawlRows.keys()].map((num) => [num, new LoadedCrawl()]))
  const ended = prepared.endings.filter((one) => removed.has(keyOf(one)))
  await loadForeseen(session, loaded, prepared, ended.filter(isCrawl))
  const listRows = await lockBatches(session, numsOf(lists.filter((one) => removed.has(keyOf(one)))))
  const pages = await loadPages(
    session,
    ended.map(({ of, findings }) => ({ batch: of.num, url: findings.url })),
  )
  const rows = new Map([...crawlRows, ...listRows])
  const changes = await decideAll(session, { group, removed, loaded, pages, rows, ended })
  await writeChanges(session, changes)
  await saveBatches(session, changes)
  const left = [...removed.values()].map((item) => ({ queue: item.queue, isInFlight: item.is_in_flight }))
  await addItems(session, options, changes, left)
  return changes
}

const numsOf = (endings: readonly PreparedEnding[]) => [...new Set(endings.map(({ of }) => of.num))]

const keyOf = ({ of, ended }: PreparedEnding) => `${of.num} ${ended.item.seq}`

async function removeItems(
  session: Session,
  { prepared, deferred }: EndingsGroup,
): Promise<ReadonlyMap<string, RemovedItem>> {
  const places = deferred.map(({ place }) => place)
  const ended = places.length === 0 ? [] : await session.query<{ place: number }>(END_DEFERRED, [places])
  const items = [
    ...prepared.endings.map(({ of: { num: batch }, ended: { item } }) => {
      return { batch, seq: item.seq, url: item.parameters.url }
    }),
    ...ended.map(({ place }) => ({ batch: EXTERNAL_PRODUCERS, seq: place, url: '' })),
  ]
  const removed: RemovedItem[] = await queryRows(session, REMOVE, items, 'batch', 'seq', 'url')
  return new Map(removed.map((item) => [`${item.batch} ${item.seq}`, item]))
}

interface Decisions {
  readonly group: EndingsGroup
  readonly removed: ReadonlyMap<string, RemovedItem>
  readonly loaded: LoadedCrawls
  readonly pages: StoredPages
  readonly rows: ReadonlyMap<number, BatchRow>
  readonly ended: readonly PreparedEnding[]
}

async function decideAll(session: Session, decisions: Decisions): Promise<readonly BatchChanges[]> {
  const { group, removed, loaded, pages, rows, ended } = decisions
  const changes: BatchChanges[] = []
  for (const [num, endings] of Map.groupBy(ended, ({ of }) => of.num)) {
    const [row, first] = [rows.get(num), endings[0]]
    if (row === undefined || first === undefined) continue
    const batch = {
      batch: first.of.batch,
      ...{ row, pages, prepared: group.prepared, now: group.now, loaded: loaded.get(num) ?? null },
      endings: endings.map((one) => {
        const { is_in_flight: isInFlight = false, lease = 0 } = removed.get(keyOf(one)) ?? {}
        return { ...one, isInFlight, lease }
      }),
    }
    changes.push(await decide(session, loaded, batch))
  }
  return changes
}

/** A round of decisions may lack rows of any family, and each one loads twice as many as the one before. */
const MAX_ROUNDS = 64

/** Decides, and again with what was missing, until nothing is. */
async function decide(session: Session, crawls: LoadedCrawls, batch: BatchEndings): Promise<BatchChanges> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const decided = decideBatch(batch)
    if (!('isEmpty' in decided)) return decided
    await loadMisses(session, crawls, batch.row.num, decided)
  }
  throw new Error('decisions about a crawl lack rows again and again')
}
