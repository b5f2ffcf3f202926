import { z } from 'zod'

/** Requests of a result's details. */
export const MAX_REQUESTS = 250
/** Files and elements of a tip. */
export const MAX_ITEMS = 20
/** Characters of a URL of the page in the details; longer ones are cut. */
export const MAX_URL_CHARS = 1000
/** Characters of any other text of the page in the details. */
export const MAX_TEXT_CHARS = 300

const amount = z.number().min(0)
const kilobytes = amount.describe('In units of 1,024 bytes, one decimal.')
const url = z.string().max(MAX_URL_CHARS)
const text = z.string().max(MAX_TEXT_CHARS)

const request = z.object({
  url,
  type: z.enum(['document', 'javascript', 'stylesheet', 'image', 'font', 'media', 'fetch', 'other']),
  status: z.int().nullable().describe('Null without a response.'),
  start_ms: z.number().describe('Since the navigation to the page, as the metrics; below 0 before it.'),
  end_ms: z.number().nullable().describe('Null where it did not end.'),
  transfer_kb: kilobytes,
  decoded_kb: kilobytes,
  blocks_paint: z.boolean().describe('The browser did not paint before it had this file.'),
})

const item = z.object({
  url: url.nullable().describe('A file.'),
  selector: text.nullable().describe('An element.'),
  kb: kilobytes.nullable().describe('What could be saved where the message speaks of it, else of the file.'),
  ms: amount.nullable().describe('The time that the message adds up.'),
  text: text.nullable().describe('What else is known of it.'),
})

const tip = z.object({
  tip_id: z.string(),
  title: z.string().describe('What is wrong, in a few words.'),
  effort: z
    .enum(['low', 'medium', 'high'])
    .describe('A setting or an attribute; a change of the page; of its build.'),
  saves_ms: amount.nullable().describe('At most, of the metric that gains most; null where not known.'),
  saves_kb: kilobytes.nullable().describe('In this view or a later one; null where not known.'),
  items: z.array(item).max(MAX_ITEMS).describe('Its files and elements, as its message names them.'),
})

/** The facts behind a performance result: infra/docs/clients.md#performance-details. */
export const performanceDetails = z
  .object({
    requests: z.array(request).max(MAX_REQUESTS).describe('The first ones, by their start.'),
    tips: z.array(tip).describe('In the order of `tips`.'),
    lcp: z
      .object({ selector: text.nullable(), url: url.nullable() })
      .nullable()
      .describe('The element of the largest contentful paint, and its file; null where unknown.'),
    truncated: z.boolean().describe('There were more requests.'),
  })
  .describe('Only with `details=true`.')
export type PerformanceDetails = z.infer<typeof performanceDetails>
