import { z } from 'zod'
import { isObject } from '#shared/is-object.ts'
import { numberBetween, oneOf, targetUrl, URL_LIMIT } from '#shared/operations/fields.ts'
import { type AvailableOperation, checkParameters, parameterSchemas } from '#shared/operations/parameters.ts'
import { crawlScopes } from '#shared/ports/batch-words.ts'
import type { CrawlRules, NewBatch } from '#shared/ports/batches.ts'
import { type FieldError, fieldErrorsOf, invalidFields, toFieldError } from '../request/field-errors.ts'
import { parseQuery } from '../request/query.ts'
import { wholeNumber } from '../request/strict-query.ts'
import { politenessFields, type RequestedPoliteness, requestedPoliteness } from './batch-politeness.ts'
import { parseObjectParameters } from './object-parameters.ts'
import { jsonText } from './url-lines.ts'

/** A valid batch without its owner, and with the manners that it asks for. */
export type BatchRequest = Omit<NewBatch, 'owner' | 'politeness'> & {
  readonly politeness: RequestedPoliteness | null
  /** Its lines come in pieces. */
  readonly isOpen: boolean
}

/** A batch whose URLs are in the same JSON body. */
export interface BatchWithUrls {
  readonly batch: BatchRequest
  readonly urls: readonly unknown[]
}

const offered = Object.keys(parameterSchemas) as [AvailableOperation, ...AvailableOperation[]]
const operation = oneOf(offered).default('metadata').describe('The operation for each URL.')

/** Limits of `crawl` and `sitemaps`: patterns of a list and characters of one pattern, sitemaps of a batch. */
const MAX_PATTERNS = 100
const MAX_PATTERN_LENGTH = 2048
const MAX_SITEMAPS = 100
const MAX_PAGES = 10_000_000
const DEFAULT_PAGES = 10_000
const MAX_DEPTH = 1000
const YEAR_MINUTES = 525_600
/** Maximum length of the parameters as JSON, in characters. */
const MAX_PARAMETERS_LENGTH = 65_536

const listOf = <T extends z.ZodType>(item: T, max: number) =>
  z
    .array(item, { error: 'must be a list' })
    .max(max, { error: `must have at most ${max} items` })
    .default([])
const pattern = z
  .string({ error: 'must be a string' })
  .min(1, { error: 'must not be empty' })
  .max(MAX_PATTERN_LENGTH, { error: `must be at most ${MAX_PATTERN_LENGTH} characters long` })

const crawl = z
  .strictObject(
    {
      seeds: z
        .array(z.unknown(), { error: 'must be a list' })
        .optional()
        .describe('Start pages, in the form of `urls` and besides them.'),
      scope: oneOf(crawlScopes)
        .default('host')
        .describe(
          'Which links are followed: to the host of a start page, to its registrable domain, or to URLs that begin like it up to the last slash of its path.',
        ),
      max_depth: numberBetween(0, MAX_DEPTH)
        .nullable()
        .default(null)
        .describe('Links away from a start page, which has depth 0; null = any.'),
      max_pages: numberBetween(1, MAX_PAGES).default(DEFAULT_PAGES).describe('Maximum number of pages.'),
      max_minutes: numberBetween(1, YEAR_MINUTES)
        .nullable()
        .default(null)
        .describe(
          'Time limit from the creation of the batch on; waiting pages are dropped at its end. Null = no limit.',
        ),
      include: listOf(pattern, MAX_PATTERNS).describe(
        'URL patterns: `*` matches any characters, every other character itself. A pattern that begins with `/` is compared with path and query, any other with the whole URL. If there are patterns, a link must match one of them.',
      ),
      exclude: listOf(pattern, MAX_PATTERNS).describe('Links that match one of these are not followed.'),
    },
    { error: 'must be an object' },
  )
  .describe(
    'Follow the links of the pages; `seeds` or `urls` are the start pages. With `metadata` the result of each page includes the groups basic, links, http and indexability.',
  )

/** The JSON body of `POST /batches`. */
export const batchBody = z.strictObject(
  {
    operation,
    parameters: z
      .record(z.string(), z.unknown(), { error: 'must be an object' })
      .default({})
      .describe(
        'Parameters of the operation, without `url`, for items of `urls` that do not have their own.',
      ),
    urls: z
      .array(z.unknown(), { error: 'must be a list' })
      .optional()
      .describe(
        'URLs, or objects `{"url", …parameters}`. An invalid item is rejected, the others are accepted.',
      ),
    crawl: crawl.optional(),
    sitemaps: listOf(targetUrl, MAX_SITEMAPS).describe(
      'Sitemaps, or indexes of sitemaps, whose entries are inspected as well.',
    ),
    ...politenessFields,
  },
  { error: 'must be an object' },
)

const politenessQuery = z.strictObject(politenessFields)

/** The parameter of the query that opens a batch, with lines and with JSON. */
export const openField = oneOf(['true', 'false'])
  .default('false')
  .describe(
    'Whether the lines come in pieces: the batch stays `open` until its start. The body has the first lines, or nothing.',
  )

/** Whether a query opens a batch. */
export function opensBatch(querystring: string): boolean {
  return parseQuery(querystring).open === 'true'
}

function openErrors(value: unknown): FieldError[] {
  const { success, error } = z.strictObject({ open: openField }).safeParse({ open: value })
  return success ? [] : fieldErrorsOf(error)
}

/** Parses the query of a `POST /batches` with a body of lines. Throws `VALIDATION_ERROR` of shape C with all errors. */
export function parseBatchQuery(querystring: string): BatchRequest {
  const { operation: name, delay_ms, concurrency, open, ...raw } = parseQuery(querystring)
  const parsed = operation.safeParse(name, { error: () => `must be one of: ${offered.join(', ')}` })
  if (!parsed.success)
    throw invalidFields([{ parameter: 'operation', reason: parsed.error.issues[0]?.message ?? '' }])
  const { query, errors: objectErrors } = parseObjectParameters(parsed.data, raw)
  const { parameters, errors } = parseParameters(parsed.data, query, '')
  const politeness = politenessQuery.safeParse({
    delay_ms: wholeNumber(delay_ms),
    concurrency: wholeNumber(concurrency),
  })
  const others = politeness.success ? [] : fieldErrorsOf(politeness.error)
  const all = [...openErrors(open), ...objectErrors, ...errors, ...others]
  if (all.length > 0 || !politeness.success) throw invalidFields(all)
  const wanted = requestedPoliteness(politeness.data)
  const isOpen = open === 'true'
  return { operation: parsed.data, parameters, crawl: null, sitemaps: [], politeness: wanted, isOpen }
}

/** Parses the JSON body of a `POST /batches`. Throws as `parseBatchQuery`. */
export function parseBatchBody(body: unknown, querystring: string): BatchWithUrls {
  const { open, ...others } = parseQuery(querystring)
  const reason = 'must be in the JSON body'
  const unexpected = [...openErrors(open), ...Object.keys(others).map((parameter) => ({ parameter, reason }))]
  const parsed = batchBody.safeParse(body)
  if (!parsed.success) throw invalidFields([...unexpected, ...fieldErrorsOf(parsed.error)])
  const { operation: name, parameters: raw, urls, sitemaps, crawl: rules } = parsed.data
  const { parameters, errors } = parseParameters(name, raw, 'parameters')
  const starts = rules?.seeds ?? []
  const lines = [...(urls ?? []), ...starts]
  const isOpen = open === 'true'
  const missing = !isOpen && urls === undefined && starts.length + sitemaps.length === 0
  const all = [
    ...unexpected,
    ...errors,
    ...(missing ? [{ parameter: 'urls', reason: 'is required' }] : []),
    ...(isOpen ? withoutLines(parsed.data) : []),
  ]
  if (all.length > 0) throw invalidFields(all)
  const batch = {
    operation: name,
    parameters,
    crawl: rules === undefined ? null : { ...toCrawlRules(rules), seeds: firstUrls(lines) },
    sitemaps,
    politeness: requestedPoliteness(parsed.data),
    isOpen,
  }
  return { batch, urls: lines }
}

/** Only lines come in pieces: start pages and sitemaps are few. */
function withoutLines({ crawl: rules, sitemaps }: z.infer<typeof batchBody>): FieldError[] {
  const reason = 'must not be given with open=true: only lines come in pieces'
  const given = [...(rules === undefined ? [] : ['crawl']), ...(sitemaps.length === 0 ? [] : ['sitemaps'])]
  return given.map((parameter) => ({ parameter, reason }))
}

/** Start pages that are stored with a crawl, to show them again. */
const MAX_SEEDS = 100

function firstUrls(lines: readonly unknown[]): string[] {
  const urls = lines.slice(0, MAX_SEEDS).map((line) => (isObject(line) ? line.url : line))
  return urls.filter((url) => typeof url === 'string' && url.length <= URL_LIMIT) as string[]
}

function toCrawlRules({
  scope,
  max_depth,
  max_pages,
  max_minutes,
  include,
  exclude,
}: z.infer<typeof crawl>): CrawlRules {
  return { scope, maxDepth: max_depth, maxPages: max_pages, maxMinutes: max_minutes, include, exclude }
}

/** Stands for the URLs of the batch when the other parameters are checked. */
const PLACEHOLDER_URL = 'http://a.example/'

/** Checks the parameters and returns the given ones, typed, without the defaults of the others. */
function parseParameters(
  operation: AvailableOperation,
  raw: Readonly<Record<string, unknown>>,
  prefix: string,
): { readonly parameters: NewBatch['parameters']; readonly errors: readonly FieldError[] } {
  const errors: FieldError[] = []
  const addError = (path: readonly string[], message: string) =>
    errors.push(toFieldError({ code: 'custom', expected: '', received: '', path, message }, prefix))
  if (Object.hasOwn(raw, 'url')) addError(['url'], 'must be given with each URL')
  const text = jsonText(raw)
  if (text === null) throw invalidFields([{ parameter: prefix, reason: 'is nested too deeply' }])
  if (text.length > MAX_PARAMETERS_LENGTH)
    addError([], `must be at most ${MAX_PARAMETERS_LENGTH} characters long`)
  const checked = checkParameters(operation, { ...raw, url: PLACEHOLDER_URL }, true)
  if ('problems' in checked) {
    return {
      parameters: {},
      errors: [...errors, ...checked.problems.map((one) => toFieldError(one, prefix))],
    }
  }
  const explicit = Object.keys(raw).map((name) => [name, checked.parameters[name]])
  return { parameters: Object.fromEntries(explicit), errors }
}
