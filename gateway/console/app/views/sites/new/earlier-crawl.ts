import { type Values, valuesOf } from '../../../api/inspection-request.ts'
import type { Batch } from '../../batches/batch.ts'
import { type CrawlForm, emptyCrawl } from './crawl-request.ts'

/** What a batch was asked for, in the answer of `GET /batches/{id}`. */
export type RequestedBatch = Pick<Batch, 'operation' | 'parameters' | 'crawl' | 'delay_ms' | 'concurrency'> &
  Partial<Pick<Batch, 'first_url'>>

/** The settings of an earlier crawl, as the form of a new one has them. */
export interface EarlierCrawl {
  readonly form: CrawlForm
  readonly operation: string
  /** Parameters of the operation. */
  readonly values: Values
}

/** The settings of a crawl: its first start page is the URL, the others are further ones; null is an empty field. */
export function earlierCrawl(batch: RequestedBatch): EarlierCrawl {
  const { operation, first_url, parameters = {}, crawl, delay_ms, concurrency } = batch
  const [url = first_url ?? '', ...seeds] = crawl?.seeds ?? []
  const politeness = { delay_ms: textOf(delay_ms), concurrency: textOf(concurrency) }
  const form = { ...emptyCrawl, ...(crawl && rulesOf(crawl)), ...politeness, url, seeds: linesOf(seeds) }
  return { form, operation, values: valuesOf(parameters) }
}

function rulesOf(
  crawl: NonNullable<Batch['crawl']>,
): Omit<CrawlForm, 'url' | 'seeds' | 'delay_ms' | 'concurrency'> {
  const { scope, max_pages, max_depth, max_minutes, include, exclude } = crawl
  return {
    scope,
    max_pages: textOf(max_pages),
    max_depth: textOf(max_depth),
    max_minutes: textOf(max_minutes),
    include: linesOf(include),
    exclude: linesOf(exclude),
  }
}

const textOf = (value: number | null | undefined) => `${value ?? ''}`

const linesOf = (entries: readonly string[]) => entries.join('\n')
