import { expect } from 'chai'
import { classifyNetError } from '#stages/render/visit/net-errors.ts'

/** By their descriptions in Chromium's net_error_list.h. */
const table: Record<string, string> = {
  ABORTED: 'not_shown',
  UNSAFE_REDIRECT: 'scheme_not_allowed',
  UNKNOWN_URL_SCHEME: 'scheme_not_allowed',
  UNSAFE_PORT: 'port_not_allowed',
  TOO_MANY_REDIRECTS: 'too_many_redirects',
  HTTP_RESPONSE_CODE_FAILURE: 'empty_response',
  CERT_AUTHORITY_INVALID: 'tls_error',
  CERT_DATE_INVALID: 'tls_error',
  CERT_COMMON_NAME_INVALID: 'tls_error',
  CERT_WEAK_SIGNATURE_ALGORITHM: 'tls_error',
  SSL_PROTOCOL_ERROR: 'tls_error',
  SSL_VERSION_OR_CIPHER_MISMATCH: 'tls_error',
  SSL_CLIENT_AUTH_CERT_NEEDED: 'tls_error',
  BAD_SSL_CLIENT_AUTH_CERT: 'tls_error',
  NAME_NOT_RESOLVED: 'dns_failure',
  CONNECTION_REFUSED: 'connection_refused',
  TUNNEL_CONNECTION_FAILED: 'connection_refused',
  CONNECTION_TIMED_OUT: 'connection_timeout',
  TIMED_OUT: 'connection_timeout',
  CONNECTION_RESET: 'connection_reset',
  CONNECTION_CLOSED: 'connection_reset',
  EMPTY_RESPONSE: 'connection_reset',
  CONTENT_LENGTH_MISMATCH: 'connection_reset',
  INCOMPLETE_CHUNKED_ENCODING: 'connection_reset',
  HTTP2_PROTOCOL_ERROR: 'connection_reset',
  INVALID_HTTP_RESPONSE: 'invalid_response',
  INVALID_RESPONSE: 'invalid_response',
  INVALID_REDIRECT: 'invalid_response',
  INVALID_CHUNKED_ENCODING: 'invalid_response',
  RESPONSE_HEADERS_TOO_BIG: 'invalid_response',
  RESPONSE_HEADERS_MULTIPLE_CONTENT_LENGTH: 'invalid_response',
  CONTENT_DECODING_FAILED: 'invalid_response',
  PROXY_CONNECTION_FAILED: 'internal',
  INSUFFICIENT_RESOURCES: 'internal',
  FAILED: 'load_failed',
}

describe('classifyNetError', () => {
  for (const [name, expected] of Object.entries(table)) {
    it(`${name} means ${expected}`, () => {
      const meaning = classifyNetError(`net::ERR_${name}`)
      expect('reason' in meaning ? meaning.reason : meaning.kind).to.equal(expected)
    })
  }
})
