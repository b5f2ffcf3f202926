/** The metrics, in the order of the interface. */
export const metricNames = ['lcp', 'inp', 'cls', 'fcp', 'ttfb'] as const
export type MetricName = (typeof metricNames)[number]

interface MetricText {
  readonly label: string
  readonly says: string
  /** Poor above this value: `infra/docs/clients.md#ratings`. Up to where it is good, the result says: the budget. */
  readonly poor: number
}

/** What each metric is, for a person. */
export const metricTexts: Readonly<Record<MetricName, MetricText>> = {
  lcp: {
    label: 'Largest Contentful Paint',
    says: 'When the largest image or text of the first screen was painted.',
    poor: 4000,
  },
  inp: {
    label: 'Interaction to Next Paint',
    says: 'How long the page took to show a reaction to a click or key.',
    poor: 500,
  },
  cls: {
    label: 'Cumulative Layout Shift',
    says: 'How much content moved by itself while the page loaded.',
    poor: 0.25,
  },
  fcp: { label: 'First Contentful Paint', says: 'When the first content was painted.', poor: 3000 },
  ttfb: {
    label: 'Time to First Byte',
    says: 'When the first byte of the page arrived, redirects and emulated latency included.',
    poor: 1800,
  },
}

const reasons: Readonly<Record<string, string>> = {
  no_interactive_element: 'The page has nothing to click or type into, so no interaction could be measured.',
  no_safe_control: 'The page has controls, but none that is safe to operate in a test.',
  no_contentful_paint: 'The page painted no content while it was observed.',
  not_reported: 'The browser did not report it.',
  not_measured: 'It was not measured.',
  page_busy: 'The page was too busy to respond.',
  interaction_unfinished: 'The page did not finish its reaction in the time there was.',
  trace_incomplete: 'The record of the main thread was not complete.',
  no_time: 'There was no time left for it.',
  out_of_time: 'The time for it ran out.',
  load_failed: 'The page did not load a second time.',
  failed: 'It failed.',
}

/** Why something has no value, as a sentence. A reason that is not known stands as it is, in words. */
export function reasonInWords(reason: string): string {
  return reasons[reason] ?? `It could not be measured: ${reason.replaceAll('_', ' ')}.`
}

const refusals: Readonly<Record<string, string>> = {
  navigates: 'leaves the page',
  submits: 'submits a form',
  file: 'opens or saves a file',
  wording: 'its label says that it sends, buys, deletes or the like',
  consent: 'gives consent',
  dialog: 'opens a dialog',
  editable: 'edits content',
  form: 'belongs to a form with personal data, or one that is posted',
  label: 'lies in the label of something else',
  unreachable: 'is covered or outside the page',
}

/** Why an element was not operated, in words. */
export function refusalInWords(why: string): string {
  return refusals[why] ?? why.replaceAll('_', ' ')
}

const parts: Readonly<Record<string, string>> = {
  main_thread: 'Work of the main thread',
  second_view: 'Second view from the cache',
  back_forward_cache: 'Return to the page by the Back button',
  bodies: 'Response bodies, to compress them',
  images: 'Images as they are shown',
  document: 'Elements and fonts of the document',
  interaction: 'Interaction with the page',
  page: 'The page itself after it was loaded',
  page_context: 'What the page knows of its visitor: time zone, language, cookies',
}

/** A part of the measurement that is missing, in words. */
export function partInWords(part: string): string {
  return parts[part] ?? part.replaceAll('_', ' ')
}
