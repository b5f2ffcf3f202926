import { z } from 'zod'
import { numberBetween, oneOf, targetUrl } from '#shared/operations/fields.ts'
import { type AvailableOperation, checkParameters, parameterSchemas } from '#shared/operations/parameters.ts'
import { type CrawlRules, crawlScopes, type NewBatch } from '#shared/ports/batches.ts'
import { readQuery } from '../http/query.ts'
import { jsonText } from './bodies.ts'
import { type NamedProblem, named, problemsOf, refused } from './problems.ts'
import { readObjects } from './query-objects.ts'

/** What is asked for, whoever asks. */
export type AskedBatch = Omit<NewBatch, 'owner'>

/** What is asked for, and its URLs where they stand in the same body. */
export interface Asked {
  readonly batch: AskedBatch
  readonly urls: readonly unknown[]
}

const offered = Object.keys(parameterSchemas) as [AvailableOperation, ...AvailableOperation[]]
const operation = oneOf(offered).default('metadata').describe('What each URL is asked for.')

/** Most URL patterns of a kind, and characters of one; most sitemaps of a batch. */
const MOST_PATTERNS = 100
const PATTERN_LENGTH = 2048
const MOST_SITEMAPS = 100
const MOST_PAGES = 10_000_000
const USUAL_PAGES = 10_000
const MOST_DEPTH = 1000
const YEAR_MINUTES = 525_600
/** Characters of the parameters as JSON. */
const PARAMETERS_LENGTH = 65_536

const listOf = <T extends z.ZodType>(item: T, most: number) =>
  z
    .array(item, { error: 'must be a list' })
    .max(most, { error: `must have at most ${most} items` })
    .default([])
const pattern = z
  .string({ error: 'must be a string' })
  .min(1, { error: 'must not be empty' })
  .max(PATTERN_LENGTH, { error: `must be at most ${PATTERN_LENGTH} characters long` })

const crawl = z
  .strictObject(
    {
      scope: oneOf(crawlScopes)
        .default('host')
        .describe(
          'Which links are followed: to the host of a start page, to its registrable domain, or to URLs that begin like it up to the last slash of its path.',
        ),
      max_depth: numberBetween(0, MOST_DEPTH)
        .nullable()
        .default(null)
        .describe('Links away from a start page, which has depth 0; null = any.'),
      max_pages: numberBetween(1, MOST_PAGES).default(USUAL_PAGES).describe('Pages in all.'),
      max_minutes: numberBetween(1, YEAR_MINUTES)
        .nullable()
        .default(null)
        .describe('From the creation on, then what waits is dropped; null = no limit.'),
      include: listOf(pattern, MOST_PATTERNS).describe(
        'URL patterns: `*` stands for any characters, every other character for itself. One that begins with `/` is compared with path and query, any other with the whole URL. With any, a link must match one of them.',
      ),
      exclude: listOf(pattern, MOST_PATTERNS).describe('Links that match one of these are not followed.'),
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
    sitemaps: listOf(targetUrl, MOST_SITEMAPS).describe(
      'Sitemaps, or indexes of sitemaps, whose entries are inspected as well.',
    ),
  },
  { error: 'must be an object' },
)

/** Reads the query that comes with a body of lines. Throws `VALIDATION_ERROR` in shape C's terms, all problems at once. */
export function askedByQuery(querystring: string): AskedBatch {
  const { operation: name, ...raw } = readQuery(querystring)
  const read = operation.safeParse(name, { error: () => `must be one of: ${offered.join(', ')}` })
  if (!read.success) throw refused([{ parameter: 'operation', reason: read.error.issues[0]?.message ?? '' }])
  const { query, problems: wrong } = readObjects(read.data, raw)
  const { parameters, problems } = ownParameters(read.data, query, '')
  if (wrong.length + problems.length > 0) throw refused([...wrong, ...problems])
  return { operation: read.data, parameters, crawl: null, sitemaps: [] }
}

/** Reads the JSON body. Throws as `askedByQuery`. */
export function askedByJson(body: unknown, querystring: string): Asked {
  const strangers = Object.keys(readQuery(querystring)).map((parameter) => ({
    parameter,
    reason: 'stands in the body, where that is JSON',
  }))
  const read = batchBody.safeParse(body)
  if (!read.success) throw refused([...strangers, ...problemsOf(read.error)])
  const { operation: name, parameters: raw, urls, sitemaps, crawl: rules } = read.data
  const { parameters, problems } = ownParameters(name, raw, 'parameters')
  const missing = urls === undefined && sitemaps.length === 0
  const all = [...strangers, ...problems, ...(missing ? [{ parameter: 'urls', reason: 'is required' }] : [])]
  if (all.length > 0) throw refused(all)
  const batch = { operation: name, parameters, crawl: rules === undefined ? null : rulesOf(rules), sitemaps }
  return { batch, urls: urls ?? [] }
}

function rulesOf({
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
const SOME_URL = 'http://a.example/'

/** What was given, in its own types, without the defaults of what was not. */
function ownParameters(
  operation: AvailableOperation,
  raw: Readonly<Record<string, unknown>>,
  place: string,
): { readonly parameters: NewBatch['parameters']; readonly problems: readonly NamedProblem[] } {
  const problems: NamedProblem[] = []
  const tell = (path: readonly string[], message: string) =>
    problems.push(named({ code: 'custom', expected: '', received: '', path, message }, place))
  if (Object.hasOwn(raw, 'url')) tell(['url'], 'stands with each URL')
  const text = jsonText(raw)
  if (text === null) throw refused([{ parameter: place, reason: 'is nested too deeply' }])
  if (text.length > PARAMETERS_LENGTH) tell([], `must be at most ${PARAMETERS_LENGTH} characters long`)
  const checked = checkParameters(operation, { ...raw, url: SOME_URL }, true)
  if ('problems' in checked) {
    return { parameters: {}, problems: [...problems, ...checked.problems.map((one) => named(one, place))] }
  }
  const given = Object.keys(raw).map((name) => [name, checked.parameters[name]])
  return { parameters: Object.fromEntries(given), problems }
}
