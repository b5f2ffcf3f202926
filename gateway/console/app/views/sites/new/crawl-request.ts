import { completeUrl } from '../../../api/inspection-request.ts'
import {
  type BatchForm,
  type BatchRequest,
  type CrawlFields,
  emptyForm,
  type Problems,
  requestOf,
} from '../../batches/new/batch-request.ts'
import { problemsOf } from '../../batches/new/field-problems.ts'

/** What is typed for a new crawl besides the parameters of its operation. */
export interface CrawlForm extends CrawlFields {
  readonly url: string
  /** Milliseconds. */
  readonly delay_ms: string
  readonly concurrency: string
}

export const emptyCrawl: CrawlForm = { ...emptyForm.crawl, url: '', delay_ms: '', concurrency: '' }

/** The form with the settings of an earlier crawl; without its URL, with that of the address: `#/sites/new?url=…`. */
export function startForm(parameters: URLSearchParams, earlier: CrawlForm | null): CrawlForm {
  return { ...emptyCrawl, ...earlier, url: earlier?.url || (parameters.get('url') ?? '') }
}

type Operation = Pick<BatchForm, 'operation' | 'values'>

/** Makes the call of `POST /batches`; `url` is the first start page, `seeds` are further ones. */
export function crawlRequest(form: CrawlForm, { operation, values }: Operation): BatchRequest {
  const { url, delay_ms, concurrency, ...crawl } = form
  if (url.trim() === '') return { problems: { url: 'url is required' } }
  const seeds = `${completeUrl(url)}\n${crawl.seeds}`
  const request = requestOf({ ...emptyForm, kind: 'crawl', operation, values, crawl: { ...crawl, seeds } })
  if ('problems' in request) return request
  const politeness = Object.entries({ delay_ms, concurrency }).flatMap(([name, text]) =>
    text.trim() === '' ? [] : [[name, numberOrText(text)] as const],
  )
  return { call: { body: { ...(request.call.body as object), ...Object.fromEntries(politeness) } } }
}

/** What is no number stays a text, which the service refuses with its own words. */
function numberOrText(text: string): number | string {
  const number = Number(text)
  return Number.isFinite(number) ? number : text.trim()
}

/** The problem of each field of the form, from a message of the service. A start page is the URL. */
export function crawlProblems(message: string): Problems {
  const { seeds, ...others } = problemsOf(message, 'crawl')
  return seeds === undefined ? others : { ...others, url: seeds.replace(/^seeds\b/, 'url') }
}
