// own service: it records the answers of a new installation
import { expect } from 'chai'
import { answers, events } from '#gateway/documents/examples.ts'
import { type Examples, recordExamples } from '#infra/tools/examples/record-examples.ts'
import { requireBrowser } from '#test/support/browser/test-tab.ts'

const TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** Fingerprint of an issue: it depends on the URL of the page, port included. */
const FINGERPRINT = /^[0-9a-f]{16}$/
const DURATION = /dur=[\d.]+/g
const IMAGE = /[0-9a-f]{64}(?=\.(png|jpeg|webp)$)/
/** Values that depend on the time of day, on durations, and on the fonts of the machine. */
const passing = new Set([
  ...['reset', 'reset_after', 'retry-after', 'x-ratelimit-reset'],
  ...['processing_time_ms', 'page_load_time_ms', 'cache_ttl_seconds'],
  ...['checksum', 'size_bytes'],
  'ce_sequence',
  // For a new batch, the state of its URLs is a matter of milliseconds; a crawl may have found further ones.
  ...['running', 'waiting', 'accepted'],
  // A list of inspections: durations, and where its next page begins. The owner of a key is its random id.
  ...['ms', 'next_cursor', 'owner'],
  // Measurements of a run and of its machine; sizes include the shop's port.
  ...['core_web_vitals', 'performance_score', 'summary', 'tips', 'contention', 'missing', 'browser'],
  ...['cpu_factor_measured', 'network_quiet', 'main_thread_ms', 'transfer_kb', 'page_load_rating'],
  ...['cache_hit_ratio', 'cache_hit_ratio_source', 'start_ms', 'end_ms'],
  // Positions depend on the fonts.
  'boxes',
  // An estimate from the time to first byte.
  'web_vitals',
])

/** Replaces values that differ between runs, but keeps their presence. */
function lasting(value: unknown, name = ''): unknown {
  if (passing.has(name)) return typeof value
  if (typeof value === 'string') return name === 'body' ? lastingRows(value) : lastingText(value)
  if (Array.isArray(value)) return value.map((item) => lasting(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, lasting(inner, key)]))
}

function lastingText(text: string): string {
  return TIME.test(text)
    ? 'a time'
    : text
        .replace(ID, 'an id')
        .replace(DURATION, 'dur')
        .replace(IMAGE, 'a hash')
        .replace(FINGERPRINT, 'a fingerprint')
}

const MINUTE = /\d{4}-\d{2}-\d{2} \d{2}:\d{2} UTC/g

/** Rows come in the order in which their pages ended, and say how long these took. */
function lastingRows(text: string): string {
  return lastingText(text.replace(MINUTE, 'a time'))
    .split('\n')
    .map((line) => line.replace(/^(\{"n":)?\d+,/, '$1n,').replace(/("ms":)\d+|\d+(?=,[^,]*\r?$)/, '$1ms'))
    .toSorted()
    .join('\n')
}

/** The documents show real answers of the service. `npm run examples` records them. */
describe('examples of the documents', function () {
  this.timeout(90_000)
  let now: Examples
  before(async function () {
    requireBrowser(this)
    now = await recordExamples()
  })

  it('are complete', () => {
    expect(now.answers.map(({ name }) => name)).to.deep.equal(answers.map(({ name }) => name))
    expect(now.events.map(({ name }) => name)).to.deep.equal(events.map(({ name }) => name))
  })

  for (const recorded of answers) {
    it(`${recorded.name} is the answer of the service`, () => {
      const answer = now.answers.find(({ name }) => name === recorded.name)
      expect(lasting(answer)).to.deep.equal(lasting(recorded))
    })
  }

  for (const recorded of events) {
    it(`${recorded.name} is an event that the service publishes or accepts`, () => {
      const event = now.events.find(({ name }) => name === recorded.name)
      expect(lasting(event)).to.deep.equal(lasting(recorded))
    })
  }
})
