import { expect } from 'chai'
import { Failure } from '#shared/errors.ts'
import type { TargetFailure } from '#stages/render/tab/tab.ts'
import { navigationFailure, rejectionReason } from '#stages/render/visit/client-failures.ts'

const request = { url: 'http://asked.example/', timeout: 1000, maxBytes: 50 }
const attempt = {
  ...{ id: '1', urls: ['http://asked.example/', 'http://led.example/'], status: null },
  ...{ location: null, contentType: null, error: 'net::ERR_EMPTY_RESPONSE', hasCredentials: false },
}

/** A proxy that knows about one host. */
function proxy(known: TargetFailure | null, exceeded: 'bytes' | 'requests' | null = null) {
  const failing = (url: string) => (url === 'http://led.example/' ? known : null)
  return { failureOf: failing, exceeded: () => exceeded } as unknown as Parameters<
    typeof navigationFailure
  >[0]
}
function inShort(error: unknown): object {
  if (!(error instanceof Failure)) return { message: (error as Error).message }
  return { code: error.code, details: error.details }
}
const unreachable = (reason: string, status_code: number | null = null) => ({
  code: 'URL_UNREACHABLE',
  details: { url: request.url, reason, status_code },
})

describe('navigationFailure', () => {
  it('uses the error of the proxy for the URL that was requested last', () => {
    const known = { kind: 'unreachable', reason: 'dns_failure', cause: null } as const
    expect(inShort(navigationFailure(proxy(known), request, attempt))).to.deep.equal(
      unreachable('dns_failure'),
    )
  })

  it('uses the error of the browser for TLS', () => {
    const known = { kind: 'unreachable', reason: 'connection_reset', cause: null } as const
    const error = 'net::ERR_CERT_DATE_INVALID'
    expect(inShort(navigationFailure(proxy(known), request, { ...attempt, error }))).to.deep.equal(
      unreachable('tls_error'),
    )
  })

  it('reports the status when the browser shows its own page for an empty error response', () => {
    const empty = { ...attempt, error: 'net::ERR_HTTP_RESPONSE_CODE_FAILURE', status: 503 }
    expect(inShort(navigationFailure(proxy(null), request, empty))).to.deep.equal(
      unreachable('empty_response', 503),
    )
  })

  it('reports exceeded bytes before all else, and exceeded requests', () => {
    const details = { url: request.url, limit_bytes: 50 }
    expect(inShort(navigationFailure(proxy(null, 'bytes'), request, attempt))).to.deep.equal({
      code: 'RESPONSE_TOO_LARGE',
      details,
    })
    const known = { kind: 'limited', limit: 'requests' } as const
    expect(inShort(navigationFailure(proxy(known, 'requests'), request, attempt))).to.deep.equal(
      unreachable('too_many_requests'),
    )
  })

  it('does not report an internal error as an error of the target', () => {
    const known = { kind: 'internal', cause: new Error('EMFILE') } as const
    expect(navigationFailure(proxy(known), request, attempt)).not.to.be.instanceOf(Failure)
    const error = 'net::ERR_PROXY_CONNECTION_FAILED'
    expect(navigationFailure(proxy(null), request, { ...attempt, error })).not.to.be.instanceOf(Failure)
  })
})

describe('rejectionReason', () => {
  const shown = { id: '1', url: 'http://led.example/', mimeType: 'text/html', isErrorPage: false }
  const times = { parsedAt: null, loadedAt: null, hasCredentials: false }
  const objection = (page: object, navigation: typeof attempt | null) =>
    rejectionReason(
      proxy(null),
      { shown: () => ({ ...shown, ...times, ...page }), navigation: () => navigation },
      request,
    )

  it('rejects an error page without a request', () => {
    expect(inShort(objection({ isErrorPage: true }, null))).to.deep.equal(unreachable('load_failed'))
  })

  it('rejects the PDF viewer of full browsers', () => {
    const found = objection({ mimeType: 'application/pdf' }, null)
    expect((found as Failure).code).to.equal('UNSUPPORTED_CONTENT')
  })

  it('rejects a page with a user in its URL, requested or not', () => {
    for (const found of [
      objection({}, { ...attempt, error: null as unknown as string, hasCredentials: true }),
      objection({ hasCredentials: true }, null),
    ])
      expect(inShort(found)).to.deep.include({
        details: { url: request.url, reason: 'credentials_not_allowed' },
      })
  })

  it('accepts http(s) pages', () => expect(objection({}, null)).to.equal(null))
})
