import { z } from 'zod'
import { numberBetween, oneOf, targetUrl } from '#shared/operations/fields.ts'
import { type AvailableOperation, checkParameters, parameterSchemas } from '#shared/operations/parameters.ts'
import { type CrawlRules, crawlScopes, type NewBatch } from '#shared/ports/batches.ts'
import { parseQuery } from '../request/query.ts'
import { type FieldError, fieldErrorsOf, invalidFields, toFieldError } from './field-errors.ts'
import { parseObjectParameters } from './object-parameters.ts'
import { jsonText } from './response-bodies.ts'

/** What is asked for, whoever asks. */
export type BatchRequest = Omit<NewBatch, 'owner'>

/** What is asked for, and its URLs where they stand in the same body. */
export interface BatchWithUrls {
  readonly batch: BatchRequest
  readonly urls: readonly unknown[]
}

const offered = Object.keys(parameterSchemas) as [AvailableOperation, ...AvailableOperation[]]
const operation = oneOf(offered).default('metadata').describe('What each URL is asked for.')

/** Most URL patterns of a kind, and characters of one; most sitemaps of a batch. */
const MAX_PATTERNS = 100
const MAX_PATTERN_LENGTH = 2048
const MAX_SITEMAPS = 100
const MAX_PAGES = 10_000_000
const DEFAULT_PAGES = 10_000
const MAX_DEPTH = 1000
const YEAR_MINUTES = 525_600
/** Characters of the parameters as JSON. */
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
      scope: oneOf(crawlScopes)
        .default('host')
        .describe(
          'Which links are followed: to the host of a start page, to its registrable domain, or to URLs that begin like it up to the last slash of its path.',
        ),
      max_depth: numberBetween(0, MAX_DEPTH)
        .nullable()
        .default(null)
        .describe('Links away from a start page, which has depth 0; null = any.'),
      max_pages: numberBetween(1, MAX_PAGES).default(DEFAULT_PAGES).describe('Pages in all.'),
      max_minutes: numberBetween(1, YEAR_MINUTES)
        .nullable()
        .default(null)
        .describe('From the creation on, then what waits is dropped; null = no limit.'),
      include: listOf(pattern, MAX_PATTERNS).describe(
        'URL patterns: `*` stands for any characters, every other character for itself. One that begins with `/` is compared with path and query, any other with the whole URL. With any, a link must match one of them.',
      ),
      exclude: listOf(pattern, MAX_PATTERNS).describe('Links that match one of these are not followed.'),
    },
    { error: 'must be an object' },
  )
  .describe(
    'Follow the links of the pages; `urls` are the start pages. With `metadata` the groups basic, links, http and indexability are asked for with each page, and stand in its result.',
  )

/** The JSON body of `POST /batches`. */
export const batchBody = z.strictObject(
  {
    operation,
    parameters: z
      .record(z.string(), z.unknown(), { error: 'must be an object' })
      .default({})
      .describe('Of the operation, without `url`: what an item of `urls` does not say itself.'),
    urls: z
      .array(z.unknown(), { error: 'must be a list' })
      .optional()
      .describe(
        'Each a URL, or an object `{"url", …parameters}`. A wrong one is rejected, the others are taken.',
      ),
    crawl: crawl.optional(),
    sitemaps: listOf(targetUrl, MAX_SITEMAPS).describe(
      'Sitemaps, or indexes of sitemaps, whose entries are inspected as well.',
    ),
  },
  { error: 'must be an object' },
)

/** Reads the query that comes with a body of lines. Throws `VALIDATION_ERROR` in shape C's terms, all problems at once. */
export function parseBatchQuery(querystring: string): BatchRequest {
  const { operation: name, ...raw } = parseQuery(querystring)
  const parsed = operation.safeParse(name, { error: () => `must be one of: ${offered.join(', ')}` })
  if (!parsed.success)
    throw invalidFields([{ parameter: 'operation', reason: parsed.error.issues[0]?.message ?? '' }])
  const { query, errors: objectErrors } = parseObjectParameters(parsed.data, raw)
  const { parameters, errors } = parseParameters(parsed.data, query, '')
  if (objectErrors.length + errors.length > 0) throw invalidFields([...objectErrors, ...errors])
  return { operation: parsed.data, parameters, crawl: null, sitemaps: [] }
}

/** Reads the JSON body. Throws as `askedByQuery`. */
export function parseBatchBody(body: unknown, querystring: string): BatchWithUrls {
  const unexpected = Object.keys(parseQuery(querystring)).map((parameter) => ({
    parameter,
    reason: 'stands in the body, where that is JSON',
  }))
  const parsed = batchBody.safeParse(body)
  if (!parsed.success) throw invalidFields([...unexpected, ...fieldErrorsOf(parsed.error)])
  const { operation: name, parameters: raw, urls, sitemaps, crawl: rules } = parsed.data
  const { parameters, errors } = parseParameters(name, raw, 'parameters')
  const missing = urls === undefined && sitemaps.length === 0
  const all = [...unexpected, ...errors, ...(missing ? [{ parameter: 'urls', reason: 'is required' }] : [])]
  if (all.length > 0) throw invalidFields(all)
  const batch = {
    operation: name,
    parameters,
    crawl: rules === undefined ? null : toCrawlRules(rules),
    sitemaps,
  }
  return { batch, urls: urls ?? [] }
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

/** Any URL will do to check the other parameters. */
const PLACEHOLDER_URL = 'http://a.example/'

/** What was given, in its own types, without the defaults of what was not. */
function parseParameters(
  operation: AvailableOperation,
  raw: Readonly<Record<string, unknown>>,
  prefix: string,
): { readonly parameters: NewBatch['parameters']; readonly errors: readonly FieldError[] } {
  const errors: FieldError[] = []
  const addError = (path: readonly string[], message: string) =>
    errors.push(toFieldError({ code: 'custom', expected: '', received: '', path, message }, prefix))
  if (Object.hasOwn(raw, 'url')) addError(['url'], 'stands with each URL')
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
