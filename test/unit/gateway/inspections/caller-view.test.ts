import { expect } from 'chai'
import { answerOf, forCaller } from '#gateway/inspections/caller-view.ts'

const theirs = { url: 'https://EXAMPLE.com/#a', id: '11111111-1111-4111-8111-111111111111' }
const mine = { url: 'https://example.com', id: '22222222-2222-4222-8222-222222222222' }
const timing = 'fetch;dur=1.0'

const answer = (topic: string, data: object) =>
  answerOf({ topic, timing, json: JSON.stringify({ url: theirs.url, ...data }), dataref: null })
const seen = (topic: string, data: object) => forCaller(answer(topic, data), theirs.id, mine)

const failure = (details: unknown) => ({
  operation: 'snapshot',
  parameters: { url: theirs.url },
  url: theirs.url,
  stage: 'render',
  code: 'URL_UNREACHABLE',
  status: 422,
  message: 'gone',
  details,
})
const detailsSeen = (details: unknown) => {
  const shown = seen('inspection.failed', failure(details))
  return 'failure' in shown ? shown.failure.details : 'no failure'
}

describe('caller-view', () => {
  it('holds a result as text, or a failure', () => {
    const result = { url: theirs.url, title: 'x' }
    expect(answer('result.seo-audit', { operation: 'other', result })).to.deep.equal({
      timing,
      operation: 'seo-audit',
      resultJson: JSON.stringify(result),
    })
    expect(answer('inspection.failed', failure(null))).to.deep.equal({ timing, failure: failure(null) })
  })

  it('replaces the URL of a result and keeps the rest', () => {
    const result = { url: theirs.url, final_url: 'https://example.com/', links: [{ href: theirs.url }] }
    expect(seen('result.metadata', { operation: 'metadata', result })).to.deep.equal({
      timing,
      operation: 'metadata',
      resultJson: JSON.stringify({ ...result, url: mine.url }),
    })
  })

  for (const result of [{ title: 'x' }, 'x', null, [{ url: theirs.url }]])
    it(`keeps a result without URL: ${JSON.stringify(result)}`, () => {
      expect(seen('result.metadata', { result })).to.include({ resultJson: JSON.stringify(result) })
    })

  it('replaces the URL of a failure', () => {
    const details = { url: theirs.url, reason: 'dns_failure', status_code: null }
    const changed = { ...failure({ ...details, url: mine.url }), url: mine.url }
    expect(seen('inspection.failed', failure(details))).to.deep.equal({ timing, failure: changed })
  })

  it('replaces the URL of a rejected target', () => {
    const problem = { code: 'custom', expected: 'public http(s) URL', path: ['url'], message: 'no' }
    expect(detailsSeen([{ ...problem, received: theirs.url }])).to.deep.equal([
      { ...problem, received: mine.url },
    ])
  })

  it('never shows the id of the other caller', () => {
    expect(detailsSeen({ request_id: theirs.id, timestamp: 'x' })).to.deep.equal({
      request_id: mine.id,
      timestamp: 'x',
    })
  })

  it('keeps a failure without details', () => {
    expect(detailsSeen(null)).to.equal(null)
  })
})
