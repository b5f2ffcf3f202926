import type { CallOptions } from '../../../api/client.ts'
import { givenValues, jsonOf, queryText, type Values } from '../../../api/inspection-request.ts'
import type { OpenApi } from '../../../api/openapi.ts'
import { type FormOperation, formOperation } from '../../../api/operation-fields.ts'

/** Where the URLs of a batch come from. */
export const batchKinds = ['urls', 'file', 'sitemap', 'crawl'] as const
export type BatchKind = (typeof batchKinds)[number]

/** The fields of a crawl, as they are typed. Lists have an entry a line. */
export interface CrawlFields {
  readonly seeds: string
  readonly max_pages: string
  readonly max_depth: string
  readonly max_minutes: string
  readonly scope: string
  readonly include: string
  readonly exclude: string
}

/** The form of a new batch, as it is typed. */
export interface BatchForm {
  readonly kind: BatchKind
  readonly operation: FormOperation
  /** The parameters for all pages that do not have their own. */
  readonly values: Values
  readonly urls: string
  readonly file: Blob | null
  readonly sitemaps: string
  readonly crawl: CrawlFields
}

export const emptyForm: Omit<BatchForm, 'kind' | 'operation' | 'values'> = {
  urls: '',
  file: null,
  sitemaps: '',
  crawl: {
    seeds: '',
    max_pages: '',
    max_depth: '',
    max_minutes: '',
    scope: 'host',
    include: '',
    exclude: '',
  },
}

/** What is wrong with each field, as a sentence that names it, by its name. */
export type Problems = Readonly<Record<string, string>>
type Parameters = Readonly<Record<string, unknown>>

/** The call that submits the form, or what has to be corrected first. The service judges all else. */
export type BatchRequest =
  | { readonly call: Pick<CallOptions, 'query' | 'body' | 'headers'> }
  | { readonly problems: Problems }

/** The operation with the parameters that all pages of a batch may have; without any where the interface does not describe it. */
export function batchOperation(document: OpenApi, name: string): FormOperation {
  const operation = formOperation(document, name) ?? { name, method: 'GET', summary: name, fields: [] }
  return { ...operation, fields: operation.fields.filter((field) => field.name !== 'url') }
}

/** Makes the call of `POST /batches`: lines are sent as NDJSON with their parameters in the query, all else as JSON. */
export function requestOf(form: BatchForm): BatchRequest {
  const problems = missingOf(form)
  if (Object.keys(problems).length > 0) return { problems }
  const { kind, operation, values } = form
  const parameters = jsonOf(operation, givenValues(operation, values))
  if (kind === 'urls') return linesCall(form.urls, operation.name, parameters)
  if (kind === 'file' && form.file !== null) return linesCall(form.file, operation.name, parameters)
  const source = kind === 'sitemap' ? { sitemaps: entriesOf(form.sitemaps) } : { crawl: crawlOf(form.crawl) }
  return { call: { body: { operation: operation.name, parameters, ...source } } }
}

function missingOf({ kind, urls, file, sitemaps, crawl }: BatchForm): Problems {
  const isMissing = {
    urls: kind === 'urls' && countEntries(urls) === 0,
    file: kind === 'file' && file === null,
    sitemaps: kind === 'sitemap' && countEntries(sitemaps) === 0,
    seeds: kind === 'crawl' && countEntries(crawl.seeds) === 0,
  }
  const names = Object.entries(isMissing).filter(([, missing]) => missing)
  return Object.fromEntries(names.map(([name]) => [name, `${name} is required`]))
}

function linesCall(body: string | Blob, operation: string, parameters: Parameters): BatchRequest {
  const texts = Object.entries(parameters).map(([name, value]) => [name, queryText(value)])
  const headers = { 'Content-Type': 'application/x-ndjson' }
  return { call: { body, headers, query: { operation, ...Object.fromEntries(texts) } } }
}

function crawlOf({ seeds, scope, include, exclude, ...limits }: CrawlFields): Parameters {
  const given = Object.entries(limits).filter(([, text]) => text.trim() !== '')
  return {
    seeds: entriesOf(seeds),
    scope,
    ...Object.fromEntries(given.map(([name, text]) => [name, numberOf(text.trim())])),
    include: entriesOf(include),
    exclude: entriesOf(exclude),
  }
}

/** What is no number stays a text, which the service refuses with its own words. */
function numberOf(text: string): number | string {
  return Number.isFinite(Number(text)) ? Number(text) : text
}

/** The lines that are not blank, without space around them. */
function entriesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** The number of lines that are not blank. */
export function countEntries(text: string): number {
  let count = 0
  for (const _ of text.matchAll(/\S[^\n]*/g)) count += 1
  return count
}
