import { expect } from 'chai'
import type { ContractFixture } from './contract-fixture.ts'
import { expectA, expectC } from './shapes.ts'

/** Limit of a request body, 64 KiB (infra/docs/clients.md#limits). */
const LARGEST = 65_536

/** The body of `POST /snapshot`: media type, size, JSON (infra/docs/clients.md#other-errors). */
export function bodiesContract(fixture: ContractFixture): void {
  describe('request bodies', () => {
    let spent: string
    let valid: string
    before(async () => {
      spent = await fixture.makeKey({ limits: { snapshot: 0 } })
      valid = JSON.stringify({ url: fixture.site.url('/') })
    })
    const post = (body: string, headers: Record<string, string> = {}) =>
      fixture.call('/snapshot', { method: 'POST', key: spent, headers, body })

    for (const type of ['', 'application/json', 'application/json; charset=utf-8', 'Application/JSON']) {
      it(`are read as JSON: ${type || 'without Content-Type'}`, async () => {
        expect((await post(valid, type === '' ? {} : { 'Content-Type': type })).status).to.equal(429)
      })
    }

    for (const type of [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ]) {
      it(`are rejected: ${type}`, async () => {
        const answer = await post(valid, { 'Content-Type': type })
        expectC(answer, 415, 'UNSUPPORTED_MEDIA_TYPE', ['content_type', 'content_encoding'])
      })
    }

    it(`of ${LARGEST} bytes are accepted, of one more rejected`, async () => {
      expect((await post(valid.padEnd(LARGEST))).status).to.equal(429)
      const { limit_bytes } = expectC(await post(valid.padEnd(LARGEST + 1)), 413, 'PAYLOAD_TOO_LARGE', [
        'limit_bytes',
      ])
      expect(limit_bytes).to.equal(LARGEST)
      const chunked = await post(valid.padEnd(LARGEST + 1), { 'Transfer-Encoding': 'chunked' })
      expectC(chunked, 413, 'PAYLOAD_TOO_LARGE', ['limit_bytes'])
    })

    for (const body of [
      '',
      '{',
      '{"url":}',
      "{'url':'x'}",
      '{} {}',
      '\u0000',
      'http://11.0.0.1/',
      'undefined',
      `{"url":"http://11.0.0.1/","viewport":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
    ]) {
      it(`that are not JSON are rejected with an empty path: ${JSON.stringify(body).slice(0, 60)}`, async () => {
        const details = expectA(await post(body), 400, 'VALIDATION_ERROR')
        expect(details.map(({ path }) => path)).to.deep.equal([[]])
      })
    }

    for (const body of ['null', '[]', '"http://11.0.0.1/"', '5', 'true']) {
      it(`that are not an object are rejected: ${body}`, async () => {
        const details = expectA(await post(body), 400, 'VALIDATION_ERROR')
        expect(details).to.have.length(1)
      })
    }
  })
}
