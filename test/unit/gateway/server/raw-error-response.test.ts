import { expect } from 'chai'
import { type EarlyErrorStatus, earlyError, serializeEarlyError } from '#gateway/server/raw-error-response.ts'

const expected: [EarlyErrorStatus, string][] = [
  [400, 'VALIDATION_ERROR'],
  [405, 'METHOD_NOT_ALLOWED'],
  [408, 'TIMEOUT'],
  [413, 'PAYLOAD_TOO_LARGE'],
  [417, 'VALIDATION_ERROR'],
  [431, 'PAYLOAD_TOO_LARGE'],
]

describe('error before the application', () => {
  for (const [status, code] of expected) {
    it(`has shape C and the code ${code} for ${status}`, () =>
      expect(JSON.parse(earlyError(status, 'Why').body)).to.deep.equal({
        success: false,
        error: { code, message: 'Why', details: {} },
      }))
  }

  it('counts the bytes of its body, not the characters', () => {
    const { headers, body } = earlyError(400, 'größer')
    expect(Number(headers['Content-Length'])).to.equal(Buffer.byteLength(body)).and.not.equal(body.length)
  })

  it('is a whole HTTP/1.1 response that ends the connection', () => {
    const [head = '', body = ''] = serializeEarlyError(431, 'Too large').split('\r\n\r\n')
    const [first, ...fields] = head.split('\r\n')
    expect(first).to.equal('HTTP/1.1 431 Request Header Fields Too Large')
    const names = fields.map((field) => field.split(': ')[0])
    expect(names).to.include.members(['Connection', 'Content-Length', 'Date', 'X-Content-Type-Options'])
    expect(fields).to.include('Connection: close')
    expect(body).to.equal(earlyError(431, 'Too large').body)
  })
})
