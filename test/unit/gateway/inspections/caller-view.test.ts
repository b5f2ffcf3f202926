import { expect } from 'chai'
import { forCaller } from '#gateway/inspections/caller-view.ts'

const theirs = { url: 'https://EXAMPLE.com/#a', id: '11111111-1111-4111-8111-111111111111' }
const mine = { url: 'https://example.com', id: '22222222-2222-4222-8222-222222222222' }

function respell(topic: string, data: object) {
  const outcome = { topic, timing: 'fetch;dur=1.0', json: JSON.stringify(data), dataref: null }
  const changed = forCaller(outcome, theirs.id, mine)
  return { ...changed, data: JSON.parse(changed.json) }
}

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

describe('caller-view', () => {
  it('replaces the URL of a result and keeps the rest', () => {
    const result = { url: theirs.url, final_url: 'https://example.com/', links: [{ href: theirs.url }] }
    const { data, timing } = respell('result.metadata', { operation: 'metadata', url: theirs.url, result })
    expect(data.result).to.deep.equal({ ...result, url: mine.url })
    expect([data.url, timing]).to.deep.equal([mine.url, 'fetch;dur=1.0'])
  })

  it('keeps a result without URL', () => {
    expect(respell('result.metadata', { url: theirs.url, result: 'x' }).data.result).to.equal('x')
  })

  it('replaces the URL of a failure', () => {
    const details = { url: theirs.url, reason: 'dns_failure', status_code: null }
    const { data } = respell('inspection.failed', failure(details))
    expect(data.details).to.deep.equal({ ...details, url: mine.url })
    expect(data).to.include({ url: mine.url, code: 'URL_UNREACHABLE', status: 422, message: 'gone' })
  })

  it('replaces the URL of a rejected target', () => {
    const problem = { code: 'custom', expected: 'public http(s) URL', path: ['url'], message: 'no' }
    const { data } = respell('inspection.failed', failure([{ ...problem, received: theirs.url }]))
    expect(data.details).to.deep.equal([{ ...problem, received: mine.url }])
  })

  it('never shows the id of the other caller', () => {
    const { json } = respell('inspection.failed', failure({ request_id: theirs.id, timestamp: 'x' }))
    expect(json).to.include(mine.id).and.not.to.include(theirs.id)
  })

  it('keeps a failure without details', () => {
    expect(respell('inspection.failed', failure(null)).data.details).to.equal(null)
  })
})
