import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'chai'
import { errorCasesOf } from '#gateway/documents/error-cases.ts'
import { errorSchema, errorSchemaName } from '#gateway/documents/error-schemas.ts'
import { errorBody } from '#gateway/server/error-body.ts'
import { type Details, type ErrorCode, operations } from '#shared/errors.ts'

const url = 'http://shop.example/'
const problem = {
  code: 'custom',
  expected: 'a',
  received: 'b',
  path: ['url'],
  message: 'url is wrong',
} as const

/** Details of shape C (infra/docs/clients.md#error-details). */
const named: Partial<Record<ErrorCode, Details>> = {
  MISSING_PARAMETER: { parameter: 'url', location: 'query' },
  INVALID_URL: { url, reason: 'malformed' },
  INVALID_API_KEY: { hint: 'send one' },
  INSUFFICIENT_PERMISSIONS: { required_scope: 'snapshot' },
  ROBOTS_TXT_BLOCKED: { url, robots_txt_url: `${url}robots.txt`, user_agent: 'PageProbeBot' },
  TIMEOUT: { url, timeout_ms: 10000 },
  PAYLOAD_TOO_LARGE: { limit_bytes: 65536 },
  UNSUPPORTED_MEDIA_TYPE: { content_type: 'text/plain', content_encoding: null },
  URL_UNREACHABLE: { url, reason: 'dns_failure', status_code: null },
  UNSUPPORTED_CONTENT: { url, content_type: 'application/pdf' },
  RESPONSE_TOO_LARGE: { url, limit_bytes: 52428800 },
  RATE_LIMIT_EXCEEDED: { limit: 50, remaining: 0, reset: 1893456000, reset_after: 60 },
  INTERNAL_ERROR: { request_id: 'abc', timestamp: '2026-01-02T03:04:05.678Z' },
  SERVICE_UNAVAILABLE: { retry_after: 2 },
}

const ajv = new Ajv2020({ strict: true, allErrors: true })
addFormats.default(ajv)

describe('error schemas', () => {
  for (const operation of operations) {
    for (const error of errorCasesOf(operation)) {
      const { code, status, shape } = error
      const isList = shape === 'A' && ['VALIDATION_ERROR', 'PAGE_LOAD_FAILED'].includes(code)
      const parameterDetails = { parameter: 'fields', reason: 'is unknown' }
      const ofCode = code === 'VALIDATION_ERROR' ? parameterDetails : (named[code] ?? null)
      const answer = { code, status, message: 'It is so', details: isList ? [problem] : ofCode }
      const body = errorBody(operation, answer)

      it(`${errorSchemaName(error)} accepts the answer of ${operation}`, () => {
        const validate = ajv.compile(errorSchema(error))
        expect([validate(body), validate.errors]).to.deep.equal([true, null])
      })

      it(`${errorSchemaName(error)} of ${operation} rejects anything else`, () => {
        const validate = ajv.compile(errorSchema(error))
        const other = errorBody(operation === 'metadata' ? 'seo-audit' : 'metadata', {
          ...answer,
          status: 418,
        })
        const otherCode = { ...answer, code: 'NOT_FOUND', status: 404 } as const
        expect(validate(errorBody(operation, otherCode))).to.equal(false)
        if (shape !== 'C') expect(validate(other)).to.equal(false)
      })
    }
  }
})
