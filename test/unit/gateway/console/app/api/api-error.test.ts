import { expect } from 'chai'
import { errorOf } from '#gateway/console/app/api/api-error.ts'

const headers = new Headers({ 'x-request-id': 'r-1', 'retry-after': '30' })
const none = new Headers()

describe('an error answer', () => {
  it('in shape A names each wrong parameter', () => {
    const details = [
      {
        code: 'too_small',
        expected: '320',
        received: '1',
        path: ['viewport', 'width'],
        message: 'must be at least 320',
      },
      {
        code: 'custom',
        expected: '',
        received: '',
        path: ['url'],
        message: 'must be a valid http or https URL',
      },
    ]
    const body = {
      error: { code: 'VALIDATION_ERROR', message: 'Invalid parameters', http_status: 400, details },
    }
    const error = errorOf(400, headers, JSON.stringify(body))
    expect(error.code).to.equal('VALIDATION_ERROR')
    expect(error.fields).to.deep.equal({
      'viewport.width': 'must be at least 320',
      url: 'must be a valid http or https URL',
    })
    expect(error.requestId).to.equal('r-1')
  })

  it('in shape B has no code: it follows from the status, and the message names the parameter', () => {
    const body = { statusCode: 400, error: 'Bad Request', message: 'max_links must be at most 500' }
    const error = errorOf(400, none, JSON.stringify(body))
    expect(error.code).to.equal('VALIDATION_ERROR')
    expect(error.fields).to.deep.equal({ max_links: 'max_links must be at most 500' })
    const internal = { statusCode: 500, error: 'Internal Server Error', message: 'The target is unreachable' }
    expect(errorOf(500, none, JSON.stringify(internal)).code).to.equal('METADATA_FAILED')
    const unauthorized = {
      statusCode: 401,
      error: 'Unauthorized',
      message: 'Authentication token is invalid or missing',
    }
    expect(errorOf(401, none, JSON.stringify(unauthorized)).code).to.equal('INVALID_API_KEY')
  })

  it('in shape C names its parameter, or the URL that is refused', () => {
    const of = (code: string, details: object) =>
      errorOf(400, none, JSON.stringify({ success: false, error: { code, message: 'not so', details } }))
        .fields
    expect(
      of('VALIDATION_ERROR', { parameter: 'device', reason: 'must be mobile or desktop' }),
    ).to.deep.equal({
      device: 'must be mobile or desktop',
    })
    expect(of('MISSING_PARAMETER', { parameter: 'url', location: 'query' })).to.deep.equal({ url: 'not so' })
    expect(of('INVALID_URL', { url: 'ftp://a/', reason: 'scheme' })).to.deep.equal({ url: 'not so' })
    expect(of('RATE_LIMIT_EXCEEDED', { limit: 5, remaining: 0 })).to.deep.equal({})
  })

  it('says when a retry makes sense, and where the answer will be', () => {
    const away = new Headers({ 'retry-after': '5', location: '/inspections/abc' })
    const body = {
      success: false,
      error: { code: 'SERVICE_UNAVAILABLE', message: 'busy', details: { retry_after: 5 } },
    }
    const error = errorOf(503, away, JSON.stringify(body))
    expect([error.retryAfter, error.location]).to.deep.equal([5, '/inspections/abc'])
    expect(errorOf(503, none, JSON.stringify(body)).retryAfter).to.equal(null)
  })

  it('that is no JSON, such as that of a proxy, is an unexpected one', () => {
    const error = errorOf(502, none, '<h1>Bad Gateway</h1>')
    expect([error.code, error.status, error.requestId]).to.deep.equal(['UNEXPECTED', 502, null])
  })
})
