import { expect } from 'chai'
import { type ErrorResponse, errorBody } from '#gateway/server/error-body.ts'
import { type Details, type ErrorCode, type Operation, operations } from '#shared/errors.ts'

type Shape = 'A' | 'B' | 'C'

const problems = [
  { code: 'custom', expected: 'x', received: 'y', path: ['url'], message: 'url is x' },
] as const

function answer(code: ErrorCode, status: number, details: Details | null = { a: 1 }): ErrorResponse {
  return { code, status, message: 'why', details }
}

function shapeOf(body: object): Shape | null {
  const shapes: Record<string, Shape> = { error: 'A', 'error,message,statusCode': 'B', 'error,success': 'C' }
  return shapes[Object.keys(body).toSorted().join()] ?? null
}

/** Status, code and shape of each cell of the table of `infra/docs/clients.md#errors`, column by column. */
const columns: Record<Operation, [status: number, code: ErrorCode, shape: Shape][]> = {
  snapshot: [
    [400, 'VALIDATION_ERROR', 'A'],
    [401, 'INVALID_API_KEY', 'C'],
    [403, 'INSUFFICIENT_PERMISSIONS', 'C'],
    [403, 'ROBOTS_TXT_BLOCKED', 'C'],
    [404, 'ELEMENT_NOT_FOUND', 'A'],
    [408, 'TIMEOUT', 'A'],
    [413, 'PAGE_TOO_TALL', 'A'],
    [422, 'URL_UNREACHABLE', 'C'],
    [422, 'RESPONSE_TOO_LARGE', 'C'],
    [503, 'SERVICE_UNAVAILABLE', 'C'],
    [429, 'RATE_LIMIT_EXCEEDED', 'C'],
    [500, 'INTERNAL_ERROR', 'C'],
    [405, 'METHOD_NOT_ALLOWED', 'C'],
    [413, 'PAYLOAD_TOO_LARGE', 'C'],
    [415, 'UNSUPPORTED_MEDIA_TYPE', 'C'],
  ],
  metadata: [
    [400, 'VALIDATION_ERROR', 'B'],
    [401, 'INVALID_API_KEY', 'B'],
    [403, 'INSUFFICIENT_PERMISSIONS', 'C'],
    [403, 'ROBOTS_TXT_BLOCKED', 'C'],
    [500, 'TIMEOUT', 'B'],
    [500, 'URL_UNREACHABLE', 'B'],
    [500, 'UNSUPPORTED_CONTENT', 'B'],
    [500, 'RESPONSE_TOO_LARGE', 'B'],
    [429, 'RATE_LIMIT_EXCEEDED', 'C'],
    [503, 'SERVICE_UNAVAILABLE', 'C'],
    [500, 'INTERNAL_ERROR', 'B'],
    [405, 'METHOD_NOT_ALLOWED', 'C'],
  ],
  performance: [
    [400, 'VALIDATION_ERROR', 'A'],
    [401, 'INVALID_API_KEY', 'C'],
    [403, 'INSUFFICIENT_PERMISSIONS', 'C'],
    [403, 'ROBOTS_TXT_BLOCKED', 'C'],
    [408, 'TIMEOUT', 'A'],
    [502, 'PAGE_LOAD_FAILED', 'A'],
    [503, 'BROWSER_CRASHED', 'A'],
    [429, 'RATE_LIMIT_EXCEEDED', 'C'],
    [503, 'SERVICE_UNAVAILABLE', 'C'],
    [500, 'INTERNAL_ERROR', 'C'],
  ],
  'seo-audit': [
    [400, 'MISSING_PARAMETER', 'C'],
    [400, 'INVALID_URL', 'C'],
    [400, 'VALIDATION_ERROR', 'C'],
    [401, 'INVALID_API_KEY', 'C'],
    [403, 'INSUFFICIENT_PERMISSIONS', 'C'],
    [403, 'ROBOTS_TXT_BLOCKED', 'C'],
    [422, 'TIMEOUT', 'C'],
    [422, 'URL_UNREACHABLE', 'C'],
    [422, 'UNSUPPORTED_CONTENT', 'C'],
    [422, 'RESPONSE_TOO_LARGE', 'C'],
    [429, 'RATE_LIMIT_EXCEEDED', 'C'],
    [503, 'SERVICE_UNAVAILABLE', 'C'],
    [500, 'INTERNAL_ERROR', 'C'],
  ],
}

describe('error-body', () => {
  for (const operation of operations) {
    for (const [status, code, shape] of columns[operation]) {
      it(`${operation}: ${status} ${code} has shape ${shape}`, () => {
        expect(shapeOf(errorBody(operation, answer(code, status)))).to.equal(shape)
      })
    }
  }

  it('has shape C outside the operations', () => {
    const codes = [
      [404, 'NOT_FOUND'],
      [405, 'METHOD_NOT_ALLOWED'],
      [401, 'INVALID_API_KEY'],
      [500, 'INTERNAL_ERROR'],
    ] as const
    for (const [status, code] of codes) expect(shapeOf(errorBody(null, answer(code, status)))).to.equal('C')
  })

  it('writes shape A with its errors', () => {
    expect(errorBody('snapshot', answer('VALIDATION_ERROR', 400, problems))).to.deep.equal({
      error: { code: 'VALIDATION_ERROR', message: 'why', http_status: 400, details: problems },
    })
  })

  it('writes shape A without details that are not a list', () => {
    expect(errorBody('performance', answer('TIMEOUT', 408))).to.deep.equal({
      error: { code: 'TIMEOUT', message: 'why', http_status: 408 },
    })
  })

  it('writes shape B with the name of the status', () => {
    const names = { 400: 'Bad Request', 401: 'Unauthorized', 500: 'Internal Server Error' }
    for (const [status, error] of Object.entries(names)) {
      const statusCode = Number(status)
      expect(errorBody('metadata', answer('TIMEOUT', statusCode))).to.deep.equal({
        statusCode,
        error,
        message: 'why',
      })
    }
  })

  it('writes shape C with its details, an empty object when there are none', () => {
    expect(errorBody('seo-audit', answer('URL_UNREACHABLE', 422))).to.deep.equal({
      success: false,
      error: { code: 'URL_UNREACHABLE', message: 'why', details: { a: 1 } },
    })
    expect(errorBody(null, answer('NOT_FOUND', 404, null))).to.deep.equal({
      success: false,
      error: { code: 'NOT_FOUND', message: 'why', details: {} },
    })
  })
})
