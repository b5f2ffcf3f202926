import { expect } from 'chai'
import { failureOf, parametersOf, subjectOf } from '#gateway/console/app/views/batches/result-line.ts'

const line = {
  n: 7,
  id: 'a.7',
  operation: 'metadata',
  url: 'http://a.example/',
  parameters: { url: 'http://a.example/', fields: ['basic', 'og'], max_links: 5, viewport: { width: 800 } },
}

describe('a result line', () => {
  it('with a result is no failure', () => expect(failureOf({ ...line, result: {} })).to.equal(null))

  it('with a code is that failure', () => {
    const details = { reason: 'connection_refused' }
    const failure = failureOf({ ...line, code: 'URL_UNREACHABLE', status: 500, message: 'Refused', details })
    expect(failure).to.include({ code: 'URL_UNREACHABLE', status: 500, message: 'Refused', requestId: null })
    expect(failure?.details).to.deep.equal(details)
  })

  it('its details may be a list of problems', () => {
    expect(
      failureOf({ ...line, code: 'VALIDATION_ERROR', details: [{ path: ['url'] }] })?.details,
    ).to.deep.equal({})
  })

  it('tells what its batch is about', () => {
    expect(subjectOf(line)).to.deep.equal({ operation: 'metadata', url: 'http://a.example/', isCrawl: false })
    expect(subjectOf({ ...line, depth: 0, from: null })).to.include({
      url: 'http://a.example/',
      isCrawl: true,
    })
    expect(subjectOf({ ...line, depth: 1, from: 'http://a.example/start' })).to.include({
      url: 'http://a.example/start',
      isCrawl: true,
    })
  })

  it('its parameters are texts', () => {
    expect(parametersOf(line)).to.deep.equal({
      url: 'http://a.example/',
      fields: 'basic,og',
      max_links: '5',
      'viewport.width': '800',
    })
  })
})
