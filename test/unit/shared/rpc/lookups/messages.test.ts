import { expect } from 'chai'
import {
  fetchedFile,
  probeAnswers,
  sitemapScan,
  targetDecision,
  thumbnailAnswer,
} from '#shared/rpc/lookups/messages.ts'
import { lookupMethods } from '#shared/rpc/lookups/methods.ts'
import { lookupsService } from '#shared/rpc/lookups/protocol.ts'

/** The message after the wire: what the loader makes of its bytes. */
function transmit(rpc: string, message: unknown): unknown {
  const { responseSerialize, responseDeserialize } = lookupsService[rpc] as (typeof lookupsService)[string]
  return responseDeserialize(responseSerialize(message))
}

describe('look-up messages', () => {
  it('carry a refusal with its reason, and never an address', () => {
    const refusal = { kind: 'refused', reason: 'address_not_allowed', message: 'no' } as const
    const message = transmit(
      'JudgeTarget',
      targetDecision.encode({ ...refusal, address: '10.0.0.1' } as never),
    )
    expect(message).not.to.have.property('address')
    expect(targetDecision.decode(message)).to.deep.equal(refusal)
  })

  it('read a reply without any field as unknown', () => {
    expect(() => targetDecision.decode(transmit('JudgeTarget', {}))).to.throw('unknown value')
  })

  it('carry an answer per URL in order', () => {
    const answer = { location: null, contentType: null, error: null, headers: { etag: '"a"' } }
    const answers = [
      { ...answer, url: 'a', status: 200, httpVersion: '2' },
      { ...answer, url: 'b', status: 404, httpVersion: '1.1' },
    ] as const
    expect(probeAnswers.decode(transmit('Probe', probeAnswers.encode(answers)))).to.deep.equal(answers)
  })

  it('copy the body out of the message', () => {
    const buffer = Buffer.from('whole message')
    const decoded = fetchedFile.decode({ redirects: [], body: buffer.subarray(6) })
    buffer.fill(0)
    expect(Buffer.from(decoded.body).toString()).to.equal('message')
    expect(decoded.body.buffer.byteLength).to.equal(7)
  })

  it('carry the failure of a thumbnail with its details as JSON', () => {
    const failure = { code: 'TIMEOUT', message: 'late', details: { url: 'u', timeout_ms: 8000 } } as const
    const message = transmit('Thumbnail', thumbnailAnswer.encode({ image: null, failure }))
    expect(message).to.have.nested.property('failure.details', '{"url":"u","timeout_ms":8000}')
    expect(thumbnailAnswer.decode(message)).to.deep.equal({ image: null, failure })
  })

  it('read a tally that is not set as zero', () => {
    const scan = sitemapScan.decode(transmit('ScanSitemap', { url: 'u', kind: 'URLSET' }))
    expect(scan.foreign).to.deep.equal({ count: 0, first: null })
    expect(scan.fault).to.equal(null)
  })

  it('have a request field for every argument, and a method of the service', () => {
    for (const { rpc, request } of Object.values(lookupMethods)) {
      const definition = lookupsService[rpc] as (typeof lookupsService)[string]
      const sent = Object.fromEntries(
        request.map((field) => [field, /^(maxBytes|width)$/.test(field) ? 7 : 'text']),
      )
      const fields = request.map((field) => (/^(urls|lookFor)$/.test(field) ? { [field]: ['text'] } : sent))
      const message = Object.assign({}, sent, ...fields)
      expect(definition.requestDeserialize(definition.requestSerialize(message)), rpc).to.deep.equal(message)
    }
  })
})
