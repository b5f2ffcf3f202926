import { expect } from 'chai'
import { plainCase } from '#gateway/documents/error-cases.ts'
import { errorResponses, headers, jsonContent, ref } from '#gateway/documents/openapi/responses.ts'

const cases = [
  plainCase('VALIDATION_ERROR', 'It is wrong.'),
  plainCase('INVALID_API_KEY', 'No key.'),
  plainCase('RATE_LIMIT_EXCEEDED', 'Too many.'),
  plainCase('SERVICE_UNAVAILABLE', 'Away.'),
]
const extra = { inspected: ['Server-Timing'], unavailable: ['Location'] } as const
// biome-ignore lint/suspicious/noExplicitAny: tests look into every part of the document
const responses = errorResponses('none', cases, extra) as any
const namesOf = (status: number) => Object.keys(responses[status].headers)

describe('responses of an error', () => {
  it('are one for each status, with a sentence for each code', () => {
    expect(Object.keys(responses)).to.deep.equal(['400', '401', '429', '503'])
    expect(responses[400].description).to.equal('Bad Request. `VALIDATION_ERROR`: It is wrong.')
  })
  it('have the headers that HTTP demands: a challenge with 401, Retry-After with 429 and 503', () => {
    expect(namesOf(401)).to.include('WWW-Authenticate').and.not.include('Server-Timing')
    expect(namesOf(429)).to.include.members(['Retry-After', 'X-RateLimit-Reset', 'Server-Timing'])
    expect(namesOf(503)).to.include.members(['Retry-After', 'Location'])
    expect(namesOf(400)).to.deep.equal(['X-Request-Id', 'Server-Timing'])
  })
  it('have the schema of their code and shape', () => {
    expect(responses[401].content['application/json'].schema).to.deep.equal(ref('ErrorC.INVALID_API_KEY'))
  })
})

describe('parts of a response', () => {
  it('are references to headers, the request id always', () => {
    expect(headers('ETag')).to.deep.equal({
      'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
      ETag: { $ref: '#/components/headers/ETag' },
    })
  })
  it('have recorded answers as examples, and no examples where none was recorded', () => {
    expect(jsonContent({}, 'none', 200)).to.deep.equal({ 'application/json': { schema: {} } })
    expect(jsonContent({}, 'getMetadata', 200)).to.have.nested.property('application/json.examples').that.is
      .not.empty
  })
})
