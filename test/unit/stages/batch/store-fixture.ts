import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '#shared/adapters/sqlite/database.ts'
import type { Outcome } from '#shared/messages/events/outcome.ts'
import type { CrawlRules, ResultsQuery } from '#shared/ports/batches.ts'
import {
  type BatchStore,
  type BatchStoreOptions,
  openBatchStore,
} from '#stages/batch/adapters/batch-store.ts'
import type { Batch, Completion, Dispatch, Item, NewItem } from '#stages/batch/frontier/frontier.ts'
import { makeNotifier } from '#stages/batch/notifier.ts'
import { silentLog } from '#test/support/silent-log.ts'

/** A batch store in a folder of its own. `reopen` simulates the next process. */
export interface StoreFixture extends BatchStore {
  readonly folder: string
  readonly database: Database
  reopen(options?: Partial<BatchStoreOptions>): Promise<StoreFixture>
  /** Closes the store and removes the folder. */
  end(): Promise<void>
}

export async function openStoreFixture(
  options: Partial<BatchStoreOptions> = {},
  folder = mkdtempSync(join(tmpdir(), 'pageprobe-batches-')),
): Promise<StoreFixture> {
  const database = openDatabase(join(folder, 'frontier.db'))
  const store = await openBatchStore({
    database,
    folder,
    discover: () => ({ items: [], done: [] }),
    window: 1000,
    leaseMs: 3_600_000,
    perHost: 2,
    retentionMs: 3_600_000,
    reserve: 0,
    notifier: makeNotifier(),
    readValue: async () => null,
    logger: silentLog,
    ...options,
  })
  async function close(): Promise<void> {
    await store.close()
    database.close()
  }
  return {
    ...store,
    folder,
    database,
    async reopen(more = {}) {
      await close()
      return openStoreFixture({ ...options, ...more }, folder)
    },
    async end() {
      await close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A store for each test of the enclosing `describe`. */
export function storeOfEachTest() {
  let fixture: StoreFixture
  beforeEach(async () => {
    fixture = await openStoreFixture()
  })
  afterEach(() => fixture.end())
  return {
    get frontier() {
      return fixture.frontier
    },
    get database() {
      return fixture.database
    },
    get folder() {
      return fixture.folder
    },
    readResults: (id: string, reading: ResultsQuery) => fixture.readResults(id, reading),
    counts: async (id: string) => (await fixture.frontier.status(id))?.counts,
    async reopen(options: Partial<BatchStoreOptions> = {}) {
      fixture = await fixture.reopen(options)
    },
  }
}

/** URLs of a host: its paths are numbers from 1. */
export const numbered = (host: string, count: number) =>
  Array.from({ length: count }, (_, index) => `http://${host}/${index + 1}`)

export function batchNamed(id: string, more: Partial<Batch> = {}): Batch {
  return {
    id,
    operation: 'metadata',
    parameters: {},
    crawl: null,
    sitemaps: [],
    owner: null,
    state: 'running',
    createdAt: Date.now(),
    ...more,
  }
}

export const crawlRules: CrawlRules = {
  scope: 'host',
  maxDepth: null,
  maxPages: 1000,
  maxMinutes: null,
  include: [],
  exclude: [],
}

export function page(url: string, more: Partial<NewItem> = {}): NewItem {
  return { parameters: { url, fields: 'basic' }, depth: null, from: null, scope: null, role: 'page', ...more }
}

/** Starts a batch with pages of these URLs. */
export async function startBatch(
  { frontier }: Pick<BatchStore, 'frontier'>,
  id: string,
  urls: readonly string[],
  more: Partial<Batch> = {},
): Promise<void> {
  await frontier.create(batchNamed(id, more))
  await frontier.add(
    id,
    urls.map((url) => page(url)),
  )
  await frontier.start(id, false)
}

export function itemsOf(dispatches: readonly Dispatch[]): Item[] {
  return dispatches.flatMap((one) => ('item' in one ? [one.item] : []))
}

export const dispatchedUrls = (dispatches: readonly Dispatch[]) =>
  itemsOf(dispatches).map(({ parameters }) => parameters.url)

export const idOf = (dispatch: Dispatch) =>
  'item' in dispatch ? `${dispatch.item.batch}.${dispatch.item.seq}` : dispatch.id

export function result(url: string, value: unknown = { title: 'A page' }): Outcome {
  const json = JSON.stringify({ operation: 'metadata', parameters: { url }, url, result: value })
  return { topic: 'result.metadata', timing: '', json, dataref: null }
}

export function failure(url: string): Outcome {
  const data = { operation: 'metadata', parameters: { url }, url, stage: 'fetch', code: 'URL_UNREACHABLE' }
  return { topic: 'inspection.failed', timing: '', json: JSON.stringify(data), dataref: null }
}

/** Completions of dispatched items, with results. */
export function completionsOf(
  dispatches: readonly Dispatch[],
  outcome: (url: string) => Outcome = result,
): Completion[] {
  return dispatches.map((one) => ({
    id: idOf(one),
    outcome: outcome('item' in one ? one.item.parameters.url : 'http://outside.example/'),
  }))
}

export interface ResultLine {
  readonly n: number
  readonly id: string
  readonly url: string
  readonly [name: string]: unknown
}

/** The lines that a reader gets. */
export async function linesOf(
  store: Pick<BatchStore, 'readResults'>,
  id: string,
  reading: Partial<ResultsQuery> = {},
): Promise<ResultLine[]> {
  const signal = new AbortController().signal
  const results = store.readResults(id, { after: 0, isFollowing: false, signal, ...reading })
  if (results === null) throw new Error('there is no such batch')
  const chunks: Uint8Array[] = []
  for await (const chunk of results) chunks.push(chunk)
  return parseLines(Buffer.concat(chunks).toString('utf8'))
}

export function parseLines(text: string): ResultLine[] {
  if (text !== '' && !text.endsWith('\n')) throw new Error('the last line is not whole')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ResultLine)
}
