import { expect } from 'chai'
import { type ErrorCode, Failure, type Operation, operations, type Problem } from '#shared/errors.ts'
import { reportFailure } from '#shared/operations/failure-status.ts'
import { checkParameters } from '#shared/operations/parameters.ts'

const url = 'http://10.0.0.1/'

/** The table of infra/docs/clients.md#errors, row by row: code and status for snapshot, metadata, performance, seo-audit; - = has no such case. */
const table: [row: string, code: ErrorCode, cells: [string, string, string, string]][] = [
  [
    'blocked target',
    'INVALID_URL',
    ['400 VALIDATION_ERROR', '400 VALIDATION_ERROR', '400 VALIDATION_ERROR', '400 INVALID_URL'],
  ],
  ['bad parameter', 'VALIDATION_ERROR', same('400 VALIDATION_ERROR')],
  ['wrong key', 'INVALID_API_KEY', same('401 INVALID_API_KEY')],
  ['key lacks the scope', 'INSUFFICIENT_PERMISSIONS', same('403 INSUFFICIENT_PERMISSIONS')],
  ['robots.txt refuses', 'ROBOTS_TXT_BLOCKED', same('403 ROBOTS_TXT_BLOCKED')],
  ['selector matches nothing', 'ELEMENT_NOT_FOUND', ['404 ELEMENT_NOT_FOUND', '-', '-', '-']],
  ['too slow', 'TIMEOUT', ['408 TIMEOUT', '500 TIMEOUT', '408 TIMEOUT', '422 TIMEOUT']],
  ['cannot be produced at that size', 'PAGE_TOO_TALL', ['413 PAGE_TOO_TALL', '-', '-', '-']],
  [
    'unreachable',
    'URL_UNREACHABLE',
    ['422 URL_UNREACHABLE', '500 URL_UNREACHABLE', '502 PAGE_LOAD_FAILED', '422 URL_UNREACHABLE'],
  ],
  [
    'not HTML',
    'UNSUPPORTED_CONTENT',
    ['422 URL_UNREACHABLE', '500 UNSUPPORTED_CONTENT', '502 PAGE_LOAD_FAILED', '422 UNSUPPORTED_CONTENT'],
  ],
  [
    'too large',
    'RESPONSE_TOO_LARGE',
    ['422 RESPONSE_TOO_LARGE', '500 RESPONSE_TOO_LARGE', '502 PAGE_LOAD_FAILED', '422 RESPONSE_TOO_LARGE'],
  ],
  ['answers with an error itself', 'PAGE_LOAD_FAILED', ['-', '-', '502 PAGE_LOAD_FAILED', '-']],
  ['browser died twice', 'BROWSER_CRASHED', ['503 SERVICE_UNAVAILABLE', '-', '503 BROWSER_CRASHED', '-']],
  ['quota spent', 'RATE_LIMIT_EXCEEDED', same('429 RATE_LIMIT_EXCEEDED')],
  ['inner service down', 'SERVICE_UNAVAILABLE', same('503 SERVICE_UNAVAILABLE')],
  ['unforeseen', 'INTERNAL_ERROR', same('500 INTERNAL_ERROR')],
]

function same(cell: string): [string, string, string, string] {
  return [cell, cell, cell, cell]
}

const order: Operation[] = ['snapshot', 'metadata', 'performance', 'seo-audit']

describe('failure-status', () => {
  it('has a column for every operation', () => expect(order).to.have.members([...operations]))

  for (const [row, code, cells] of table) {
    for (const [index, operation] of order.entries()) {
      const cell = cells[index] ?? '-'
      if (cell === '-') continue
      it(`${operation}, ${row}: ${cell}`, () => {
        const reported = reportFailure(operation, new Failure(code, 'why', { details: { url, reason: 'x' } }))
        expect(`${reported.status} ${reported.code}`).to.equal(cell)
        expect(reported.message).to.equal('why')
      })
    }
  }

  for (const operation of ['snapshot', 'metadata', 'performance'] as const) {
    it(`${operation}: a refused target is a problem of the parameter url`, () => {
      const { details } = reportFailure(
        operation,
        new Failure('INVALID_URL', 'url is private', { details: { url } }),
      )
      expect(details).to.deep.equal([
        {
          code: 'custom',
          expected: 'public http(s) URL',
          received: url,
          path: ['url'],
          message: 'url is private',
        },
      ])
    })
  }

  it('seo-audit: a refused target keeps url and reason', () => {
    const failure = new Failure('INVALID_URL', 'no', { details: { url, reason: 'address_not_allowed' } })
    expect(reportFailure('seo-audit', failure).details).to.deep.equal({ url, reason: 'address_not_allowed' })
  })

  it('snapshot: what is not shown is unreachable, with the status it was given with', () => {
    const details = { url, content_type: 'application/zip', status_code: 200 }
    const failure = new Failure('UNSUPPORTED_CONTENT', 'no page', { details })
    expect(reportFailure('snapshot', failure).details).to.deep.equal({
      url,
      reason: 'not_renderable',
      status_code: 200,
    })
  })

  describe('performance: a page that did not load is a problem of the parameter url', () => {
    const details = { url, status_code: null }
    for (const [failure, expected, received] of [
      [
        new Failure('URL_UNREACHABLE', 'why', { details: { ...details, reason: 'dns_failure' } }),
        'a page that loads',
        'dns_failure',
      ],
      [
        new Failure('UNSUPPORTED_CONTENT', 'why', {
          details: { ...details, content_type: 'application/zip' },
        }),
        'a page',
        'application/zip',
      ],
      [
        new Failure('UNSUPPORTED_CONTENT', 'why', { details: { ...details, content_type: null } }),
        'a page',
        'no content type',
      ],
      [
        new Failure('RESPONSE_TOO_LARGE', 'why', { details: { url, limit_bytes: 1024 } }),
        'at most 1024 bytes',
        'more',
      ],
    ] as const) {
      it(`${failure.code}: ${received}`, () => {
        expect(reportFailure('performance', failure)).to.deep.equal({
          code: 'PAGE_LOAD_FAILED',
          status: 502,
          message: 'why',
          details: [{ code: 'custom', expected, received, path: ['url'], message: 'why' }],
        })
      })
    }

    it('its own status stands in its own problem', () => {
      const problem: Problem = {
        code: 'custom',
        expected: 'an HTTP status below 400',
        received: '503',
        path: ['url'],
        message: 'why',
      }
      const failure = new Failure('PAGE_LOAD_FAILED', 'why', { details: [problem] })
      expect(reportFailure('performance', failure).details).to.deep.equal([problem])
    })
  })

  describe('seo-audit: problems of parameters', () => {
    const problem = (path: string[], received: string, message: string): Problem => {
      return { code: 'invalid_type', expected: 'string', received, path, message }
    }
    const device = problem(['device'], 'fridge', 'device must be one of: mobile, desktop')
    const report = (details: Problem[]) => {
      return reportFailure('seo-audit', new Failure('VALIDATION_ERROR', 'wrong', { details }))
    }

    it('a missing url', () => {
      expect(report([device, problem(['url'], 'undefined', 'url is required')])).to.deep.equal({
        code: 'MISSING_PARAMETER',
        status: 400,
        message: 'url is required',
        details: { parameter: 'url', location: 'query' },
      })
    })

    it('a url that is the word undefined, as scripts send it', () => {
      const message = 'url must be a valid http or https URL'
      const { problems } = checkParameters('seo-audit', { url: 'undefined' }, true) as { problems: Problem[] }
      expect(report(problems)).to.deep.include({
        code: 'INVALID_URL',
        message,
        details: { url: 'undefined', reason: 'invalid_url' },
      })
    })

    it('a bad url', () => {
      const message = 'url must be a valid http or https URL'
      expect(report([problem(['url'], 'ftp://x', message)])).to.deep.equal({
        code: 'INVALID_URL',
        status: 400,
        message,
        details: { url: 'ftp://x', reason: 'invalid_url' },
      })
    })

    it('any other parameter', () => {
      expect(report([device])).to.deep.equal({
        code: 'VALIDATION_ERROR',
        status: 400,
        message: 'device must be one of: mobile, desktop',
        details: { parameter: 'device', reason: 'must be one of: mobile, desktop' },
      })
    })
  })

  it('keeps the details of every other failure', () => {
    const details = { url, timeout_ms: 10_000 }
    for (const operation of operations) {
      expect(reportFailure(operation, new Failure('TIMEOUT', 'slow', { details })).details).to.equal(details)
    }
  })

  it('reports by the code alone where there is no operation', () => {
    const { code, status } = reportFailure(null, new Failure('NOT_FOUND', 'no'))
    expect([code, status]).to.deep.equal(['NOT_FOUND', 404])
  })
})
