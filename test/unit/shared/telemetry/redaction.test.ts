import { expect } from 'chai'
import { makeRedaction } from '#shared/telemetry/redaction.ts'

const SECRET = 'S'.repeat(32)
const line = (fields: object) => JSON.stringify(fields)

describe('redaction', () => {
  const redact = makeRedaction(['hunter2!', 'p"q\\r', 'a b%c', 'x'])

  for (const [what, fields] of Object.entries({
    'a key': { msg: `asked with pp_abcdefgh_${SECRET}` },
    'a key in a URL': { url: `http://a/?key=pp_abcdefgh_${SECRET}&x=1` },
    'a known secret': { err: { message: 'AUTH failed: hunter2!', stack: 'Error: hunter2!\n at x' } },
    'a known secret with quotes': { err: { message: 'no: p"q\\r' } },
    'a known secret in a URL': { url: 'redis://a%20b%25c@redis' },
    'the password of a URL': { err: { message: 'connect redis://user:SSSS@redis:6379 failed' } },
    'a password without user': { address: 'rediss://:SSSS@redis' },
    'a password with an at sign': { address: 'http://u:SS@SS@host/' },
    'a header': { headers: { Authorization: 'Basic SSSS', 'X-API-Key': 'SSSS', cookie: 'a=SSSS; b=SSSS' } },
    'a list of headers': { 'set-cookie': ['a=SSSS', 'b=SSSS'] },
    'raw headers': { rawHeaders: ['Host', 'a', 'X-API-Key', 'SSSS', 'Cookie', 'a=SSSS'] },
    'a setting': { sasl: { mechanism: 'plain', username: 'u', password: 'SSSS' }, s3: { secretKey: 'SSSS' } },
    'a deep one': { a: { b: { c: { d: [{ authorization: 'Bearer SSSS' }] } } } },
    'a header in a text': { msg: 'sent Authorization: Bearer SSSS and X-API-Key: SSSS' },
    'a parameter in a text': { msg: 'dial tcp: password=SSSS host=db' },
    'the fragment of a URL': {
      err: { message: 'net::ERR_FAILED at https://a.example/b?c#access_token=SSSS' },
    },
    'the fragment of a URL among others': {
      urls: ['http://a/', 'http://b/#SSSS', 'HTTPS://c/?d#SS=SS&x#SS'],
    },
    'an escaped quote in a secret': { password: 'SS"SS' },
  })) {
    it(`hides ${what}, and leaves a line of JSON`, () => {
      const text = redact(line(fields))
      expect(text).not.to.match(/SS|hunter2|p\\"q|a%20b/)
      expect(text).to.include('[hidden]')
      JSON.parse(text)
    })
  }

  for (const fields of [
    { keyId: 'abcdefgh', requestId: 'pp_x', url: 'https://host/path@x?q=a@b', mail: 'a@b.example' },
    { msg: 'x marks what is too short to be hidden', status: 401, code: 'INVALID_API_KEY' },
    { err: { message: 'connect ECONNREFUSED 127.0.0.1:6379' }, service: 'store' },
    { err: { stack: 'Error\n    at Reader.#attempt (file:///a/b.ts:1:2)' }, url: 'http://a/b?c=d' },
  ]) {
    it(`keeps what is no secret: ${Object.keys(fields)}`, () => {
      expect(redact(line(fields))).to.equal(line(fields))
    })
  }

  it('keeps the id of a key', () => {
    expect(redact(line({ key: `pp_abcdefgh_${SECRET}` }))).to.equal('{"key":"pp_abcdefgh_[hidden]"}')
  })

  it('is fast for a long line', () => {
    const text = line({ msg: `${'://a@'.repeat(20_000)}${'password'.repeat(10_000)}` })
    expect(redact(text)).not.to.include('a@')
    expect(redact(line({ msg: `#${'http://'.repeat(100_000)}` }))).to.include('http://http://')
  })
})
