import type { Outcome } from '#shared/messages/events/outcome.ts'
import type { BatchListing, CrawlRules, ResultsQuery } from '#shared/ports/batches.ts'
import type { Batch, Completion, Dispatch, Frontier, Item, NewItem } from '#stages/batch/frontier/frontier.ts'
import { eventually } from '#test/contract/eventually.ts'

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
  { frontier }: { readonly frontier: Frontier },
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

/** Ids and leases, in the order of the ids: different hosts have no order. */
export const leases = (dispatches: readonly Dispatch[]) =>
  dispatches
    .map((one) => [idOf(one), one.lease] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))

/** The first items that are given. A frontier may take a moment until it sees that its window has room again. */
export async function dispatchSoon(store: {
  dispatch(limit: number): Promise<readonly Dispatch[]>
}): Promise<Dispatch[]> {
  const given: Dispatch[] = []
  await eventually(async () => given.push(...(await store.dispatch(100))) > 0)
  return given
}

export function result(url: string, value: unknown = { title: 'A page' }): Outcome {
  const json = JSON.stringify({ operation: 'metadata', parameters: { url }, url, result: value })
  return { topic: 'result.metadata', timing: '', json, dataref: null }
}

export function failure(url: string): Outcome {
  const data = { operation: 'metadata', parameters: { url }, url, stage: 'fetch', code: 'URL_UNREACHABLE' }
  return { topic: 'inspection.failed', timing: '', json: JSON.stringify(data), dataref: null }
}

/** An outcome with what it says of its page for a report on the site. */
export type OutcomeWithFacts = Outcome & Pick<Completion, 'siteFacts'>

/** The completion of an item with this outcome. */
export function completionOf(id: string, { siteFacts, ...outcome }: OutcomeWithFacts): Completion {
  return { id, outcome, ...(siteFacts !== undefined && { siteFacts }) }
}

/** Completions of dispatched items, with results. */
export function completionsOf(
  dispatches: readonly Dispatch[],
  outcome: (url: string) => OutcomeWithFacts = result,
): Completion[] {
  return dispatches.map((one) =>
    completionOf(idOf(one), outcome('item' in one ? one.item.parameters.url : 'http://outside.example/')),
  )
}

export interface ResultLine {
  readonly n: number
  readonly id: string
  readonly url: string
  readonly [name: string]: unknown
}

/** The results of the batches. `null`: there is no such batch. */
export interface ReadsResults {
  readResults(
    id: string,
    reading: ResultsQuery,
  ): AsyncIterable<Uint8Array> | null | Promise<AsyncIterable<Uint8Array> | null>
}

/** The lines that a reader gets. */
export async function linesOf(
  store: ReadsResults,
  id: string,
  reading: Partial<ResultsQuery> = {},
): Promise<ResultLine[]> {
  const signal = new AbortController().signal
  const results = await store.readResults(id, { after: 0, isFollowing: false, signal, ...reading })
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

/** Starts a crawl of up to 10 pages that has so many. */
export async function startCrawl(
  { frontier }: { readonly frontier: Frontier },
  id: string,
  pages: number,
  more: Partial<Batch>,
): Promise<void> {
  await frontier.create(batchNamed(id, { crawl: { ...crawlRules, maxPages: 10 }, ...more }))
  const items = Array.from({ length: pages }, (_, at) => page(`http://one.example/${id}${at}`, { depth: 0 }))
  await frontier.add(id, items)
  await frontier.start(id, false)
}

/** Reads a list page by page: all ids in order, and the size of each page. `between` runs after each page. */
export async function readPages(
  { frontier }: { readonly frontier: Frontier },
  listing: BatchListing,
  between: (found: readonly string[], pages: number) => Promise<void>,
) {
  const found: string[] = []
  const sizes: number[] = []
  let after = listing.after
  do {
    const { batches, next } = await frontier.list({ ...listing, after })
    found.push(...batches.map(({ id }) => id))
    sizes.push(batches.length)
    after = next
    await between(found, sizes.length)
  } while (after !== null)
  return { found, sizes }
}
