import type { OpenApi, Schema } from '../../../api/openapi.ts'

/** The API's limits of a crawl: infra/docs/batches.md#batches. */
const MAX_PAGES = 10_000
const DELAY_MS = 1000

/** What the service takes where a field is left empty. */
export interface CrawlDefaults {
  readonly pages: number
  readonly delayMs: number
}

/** The defaults of this installation, by its OpenAPI document. */
export function crawlDefaults({ paths }: Pick<OpenApi, 'paths'>): CrawlDefaults {
  const content = paths['/batches']?.post?.requestBody?.content['application/json']
  const crawl = memberOf(content?.schema, 'crawl')
  return {
    pages: numberOr(memberOf(crawl, 'max_pages')?.default, MAX_PAGES),
    delayMs: numberOr(memberOf(content?.schema, 'delay_ms')?.default, DELAY_MS),
  }
}

/** A member of an object's schema, also where the object is one of several. */
function memberOf(schema: Schema | undefined, name: string): Schema | undefined {
  const all = [schema, ...(schema?.anyOf ?? [])]
  return all.find((one) => one?.properties?.[name] !== undefined)?.properties?.[name]
}

function numberOr(value: unknown, fallback: number): number {
  return typeof value === 'number' ? value : fallback
}
