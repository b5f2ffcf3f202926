import { expect } from 'chai'
import { errors } from 'undici'
import { EgressRefused, Unresolvable } from '#shared/egress/connect/guarded-connector.ts'
import { Failure } from '#shared/errors.ts'
import {
  InvalidResponse,
  toFailure,
  toUnreachableReason,
} from '#stages/fetch/http/message/target-failures.ts'

const withCode = (code: string) => Object.assign(new Error('connect 10.0.0.1:80'), { code })

describe('toUnreachableReason', () => {
  for (const [code, reason] of [
    ['ENOTFOUND', 'dns_failure'],
    ['EAI_AGAIN', 'dns_failure'],
    ['ECONNREFUSED', 'connection_refused'],
    ['EHOSTUNREACH', 'connection_refused'],
    ['ECONNRESET', 'connection_reset'],
    ['EPIPE', 'connection_reset'],
    ['ERR_HTTP2_STREAM_ERROR', 'connection_reset'],
    ['ETIMEDOUT', 'connection_timeout'],
    ['CERT_HAS_EXPIRED', 'tls_error'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls_error'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls_error'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls_error'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls_error'],
    ['EPROTO', 'tls_error'],
    ['HPE_INVALID_CONSTANT', 'invalid_response'],
    ['ERR_HTTP2_TOO_MANY_INVALID_FRAMES', 'invalid_response'],
    ['ERR_INVALID_ARG_TYPE', null],
    ['EMFILE', null],
  ] as const) {
    it(`maps ${code} to ${reason}`, () => {
      expect(toUnreachableReason(withCode(code))).to.equal(reason)
    })
  }

  it('maps the errors of undici and of the egress policy', () => {
    expect(toUnreachableReason(new errors.SocketError('other side closed'))).to.equal('connection_reset')
    expect(toUnreachableReason(new errors.ConnectTimeoutError())).to.equal('connection_timeout')
    expect(toUnreachableReason(new errors.HeadersOverflowError())).to.equal('invalid_response')
    expect(toUnreachableReason(new errors.HTTPParserError('no HTTP'))).to.equal('invalid_response')
    expect(toUnreachableReason(new InvalidResponse('no gzip'))).to.equal('invalid_response')
    const unresolved = { kind: 'unresolvable', reason: 'dns_timeout', message: 'unknown' } as const
    expect(toUnreachableReason(new Unresolvable(unresolved))).to.equal('dns_failure')
  })

  it('looks into the error of several addresses', () => {
    expect(toUnreachableReason(new AggregateError([withCode('ECONNREFUSED')]))).to.equal('connection_refused')
  })
})

describe('toFailure', () => {
  const url = 'http://shop.example/'

  it('hides the address, and keeps the cause for the log', () => {
    const cause = withCode('ECONNREFUSED')
    const failure = toFailure(cause, url) as Failure
    expect(failure).to.be.instanceOf(Failure)
    expect(failure.details).to.deep.equal({ url, reason: 'connection_refused', status_code: null })
    expect(JSON.stringify([failure.message, failure.details])).not.to.include('10.0.0.1')
    expect(failure.cause).to.equal(cause)
  })

  it('reports a refused connection as a refused target', () => {
    const decision = { kind: 'refused', reason: 'address_not_allowed', message: 'not allowed' } as const
    const failure = toFailure(new EgressRefused(decision), url) as Failure
    expect(failure.code).to.equal('INVALID_URL')
    expect(failure.details).to.deep.equal({ url, reason: 'address_not_allowed' })
  })

  it('returns failures, and errors that the target has not caused, unchanged', () => {
    const failure = new Failure('TIMEOUT', 'late')
    const bug = new TypeError('bug')
    expect(toFailure(failure, url)).to.equal(failure)
    expect(toFailure(bug, url)).to.equal(bug)
    expect(toFailure('odd', url)).to.equal('odd')
  })
})
