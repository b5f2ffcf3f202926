import { expect } from 'chai'
import { errorCasesOf } from '#gateway/documents/error-cases.ts'
import { type Operation, operations } from '#shared/errors.ts'

const everywhere = [
  '403 C INSUFFICIENT_PERMISSIONS',
  '403 C ROBOTS_TXT_BLOCKED',
  '429 C RATE_LIMIT_EXCEEDED',
  '503 C SERVICE_UNAVAILABLE',
]

/** The error table, a column for each operation (infra/docs/clients.md#errors); shape B shows only the status. */
const columns: Readonly<Record<Operation, readonly string[]>> = {
  snapshot: [
    '400 A VALIDATION_ERROR',
    '401 C INVALID_API_KEY',
    '404 A ELEMENT_NOT_FOUND',
    '408 A TIMEOUT',
    '413 A PAGE_TOO_TALL',
    '413 C PAYLOAD_TOO_LARGE',
    '415 C UNSUPPORTED_MEDIA_TYPE',
    '422 C URL_UNREACHABLE',
    '422 C RESPONSE_TOO_LARGE',
    '500 C INTERNAL_ERROR',
  ],
  metadata: ['400 B', '401 B', '500 B'],
  performance: [
    '400 A VALIDATION_ERROR',
    '401 C INVALID_API_KEY',
    '408 A TIMEOUT',
    '500 C INTERNAL_ERROR',
    '502 A PAGE_LOAD_FAILED',
    '503 A BROWSER_CRASHED',
  ],
  'seo-audit': [
    '400 C MISSING_PARAMETER',
    '400 C INVALID_URL',
    '400 C VALIDATION_ERROR',
    '401 C INVALID_API_KEY',
    '422 C TIMEOUT',
    '422 C URL_UNREACHABLE',
    '422 C UNSUPPORTED_CONTENT',
    '422 C RESPONSE_TOO_LARGE',
    '500 C INTERNAL_ERROR',
  ],
}

describe('error cases', () => {
  for (const operation of operations) {
    it(`of ${operation} match its column of the error table`, () => {
      const cases = errorCasesOf(operation).map(({ status, shape, code }) =>
        shape === 'B' ? `${status} B` : `${status} ${shape} ${code}`,
      )
      expect([...new Set(cases)]).to.have.members([...everywhere, ...columns[operation]])
    })

    it(`of ${operation} say when they happen`, () => {
      for (const { when } of errorCasesOf(operation)) expect(when).to.match(/^\S.*\.$/)
    })
  }
})
