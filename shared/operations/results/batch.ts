import { z } from 'zod'
import { operations } from '#shared/errors.ts'
import type { Answer } from '#shared/operations/casing.ts'
import { batchSources, batchStates, crawlScopes, waitReasons } from '#shared/ports/batch-words.ts'

const whole = z.int().min(0)

const counts = z
  .object({ accepted: whole, rejected: whole, waiting: whole, running: whole, done: whole, failed: whole })
  .describe('Of URLs. What a cancel or a limit of a crawl took away is accepted and nothing else.')

/** A host with items of a batch. */
export const batchHost = z.object({
  host: z.string(),
  waiting: whole,
  running: whole,
  state: z.enum(['waiting', 'running', 'resting']),
  rests_until: z.iso
    .datetime()
    .nullable()
    .describe('Until then nothing is asked of the host: it asked for a pause, or did not respond.'),
})

/** What the pages of a host wait for. */
export const batchWait = z.object({
  host: z.string(),
  until: z.iso.datetime().describe('With a delay: the next request is sent by then.'),
  reason: z.enum(waitReasons).describe('The most specific one.'),
  message: z.string().describe('The same in words, such as `waits 4 s: /x responded 503`.'),
  url: z
    .string()
    .nullable()
    .describe(
      'The URL of this batch whose response is the reason; null where there is none, or it is not of this batch.',
    ),
  status: z.int().nullable().describe('Status of that response.'),
  delay_ms: z
    .int()
    .nullable()
    .describe('Milliseconds between two requests to the host, with `crawl_delay` and `delay`; else null.'),
})

/** How fast a batch is, and why it is not faster. */
export const batchPace = z.object({
  pages_per_second: z.number().min(0).describe('Of the last minute, or since the start.'),
  eta_seconds: whole
    .nullable()
    .describe('For the URLs that are known now; null while nothing ends, or the batch is paused.'),
  waits: z.array(batchWait).describe('What pages wait for, of the ten hosts with most waiting.'),
})

/** How a crawl was asked for. */
export const batchCrawl = z.object({
  seeds: z.array(z.string()).describe('The first 100 start pages, as given.'),
  scope: z.enum(crawlScopes),
  max_depth: whole.nullable(),
  max_pages: whole.describe('What the key was granted, at most what was asked for.'),
  max_minutes: whole.nullable(),
  include: z.array(z.string()),
  exclude: z.array(z.string()),
})

/** The body that describes a batch: infra/docs/batches.md#batches. */
export const batch = z.object({
  id: z.string(),
  operation: z.enum(operations),
  source: z.enum(batchSources).describe('Where its URLs come from.'),
  first_url: z
    .string()
    .nullable()
    .describe(
      'The start page of a crawl (the first accepted line), or the first sitemap; null where there is none, or it is not known.',
    ),
  state: z.enum(batchStates).describe('`open`: its lines are not complete.'),
  counts,
  rejected: z
    .array(z.object({ line: whole, reason: z.string() }))
    .describe(
      'The first 100 lines that were not accepted, by number from 1; 0 = a sitemap or an entry of one, as the reason tells.',
    ),
  created_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
  parameters: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      'Parameters of the operation for lines without their own, as given. Only in `GET /batches/{id}`.',
    ),
  crawl: batchCrawl.optional().describe('How the crawl was asked for. Only there.'),
  delay_ms: whole
    .nullable()
    .optional()
    .describe(
      "The batch's own least time between two requests to a host; null = the installation's. Only there.",
    ),
  concurrency: whole
    .nullable()
    .optional()
    .describe("The batch's own requests to a host at a time; null = the installation's. Only there."),
  pace: batchPace
    .optional()
    .describe('How fast it is and why it is not faster; absent before the start and after the end.'),
  hosts: z
    .array(batchHost)
    .optional()
    .describe(
      'Where `hosts` was asked for: those with most waiting, ties by name. Of a crawl, what only finds links counts, too.',
    ),
})

export type BatchBody = Answer<typeof batch>

const ofOneBatch = {
  rejected: true,
  parameters: true,
  crawl: true,
  delay_ms: true,
  concurrency: true,
  pace: true,
  hosts: true,
} as const

/** A batch in a list. */
export const listedBatch = batch.omit(ofOneBatch)
export type ListedBatchBody = Answer<typeof listedBatch>

/** The answer to lines of an open batch. */
export const addedLines = z.object({
  accepted: whole.describe('Lines that this request has added.'),
  rejected: whole.describe('Lines that it has added as rejected ones.'),
  next: z.int().min(1).describe('The first line that is missing.'),
})
export type AddedLinesBody = Answer<typeof addedLines>

/** The body of a page of the list of batches. */
export const batchPage = z.object({
  batches: z.array(listedBatch).describe('Newest first.'),
  next_cursor: z
    .string()
    .nullable()
    .describe(
      'Comes back as `cursor`, with the same `state`, for the next page; null = this is the last one.',
    ),
  next: z.string().nullable().describe('The former name of `next_cursor`.'),
})
export type BatchPageBody = Answer<typeof batchPage>
