import { expect } from 'chai'
import type { ApiKey } from '#gateway/access/api-keys.ts'
import { readStatus } from '#gateway/inspections/status.ts'
import { tenantIdOf } from '#shared/messages/events/inspection.ts'
import { outcomeToText } from '#shared/messages/events/outcome.ts'
import { inspectionKey, outcomeKey } from '#shared/store/keys.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { someKey } from '../support/some-key.ts'

const file = `${'0a'.repeat(32)}.json`
const noResults = { results: async () => null }
const reader: ApiKey = { ...someKey, scopes: ['metadata'] }

describe('the status of an inspection without an outcome', () => {
  let embedded: Embedded
  beforeEach(async () => {
    embedded = await openEmbedded()
  })
  afterEach(() => embedded.close())

  const statusAfter = async (record: object) => {
    const known = { owner: reader.id, operation: 'metadata', url: 'http://a/', ...record }
    await embedded.store.set(inspectionKey('a'), JSON.stringify(known), 60)
    return readStatus({ ...embedded, batches: noResults }, 'a', reader)
  }

  it('is running until long after its expiry, then unknown: the outcome has expired', async () => {
    expect(await statusAfter({})).to.equal('running')
    expect(await statusAfter({ expiresAt: Date.now() + 1000 })).to.equal('running')
    expect(await statusAfter({ expiresAt: Date.now() - 570_000 })).to.equal('running')
    expect(await statusAfter({ expiresAt: Date.now() - 610_000 })).to.equal('unknown')
    expect(await statusAfter({ ended: true })).to.equal('unknown')
    expect(await statusAfter({ end: { at: Date.now(), code: null } })).to.equal('unknown')
  })

  it('is that of the inspection that it joined, with its own URL and id', async () => {
    const outcome = { topic: 'inspection.failed', timing: '', dataref: null }
    const failure = { code: 'TIMEOUT', url: 'http://a/#other', details: { id: 'b', of: 'http://a/#other' } }
    await embedded.store.set(
      outcomeKey('b'),
      outcomeToText({ ...outcome, json: JSON.stringify(failure) }),
      60,
    )
    expect(await statusAfter({ expiresAt: Date.now() + 1000 })).to.equal('running')
    const own = { code: 'TIMEOUT', url: 'http://a/', details: { id: 'a', of: 'http://a/' } }
    expect(await statusAfter({ sameAs: 'b' })).to.deep.equal({ answer: { timing: '', failure: own } })
  })

  it('is its own outcome as it was stored', async () => {
    const failure = { code: 'TIMEOUT', url: 'http://a/#stored', details: null }
    const outcome = { topic: 'inspection.failed', timing: 'x;dur=1', dataref: null }
    const text = outcomeToText({ ...outcome, json: JSON.stringify(failure) })
    await embedded.store.set(outcomeKey('a'), text, 60)
    expect(await statusAfter({ ended: true })).to.deep.equal({ answer: { timing: 'x;dur=1', failure } })
  })

  it('is its own outcome, with its own URL where a fragment of it was not published', async () => {
    const failure = { code: 'TIMEOUT', url: 'http://a/', details: { url: 'http://a/' } }
    const outcome = { topic: 'inspection.failed', timing: '', dataref: null }
    const text = outcomeToText({ ...outcome, json: JSON.stringify(failure) })
    await embedded.store.set(outcomeKey('a'), text, 60)
    const url = 'http://a/#mine'
    const own = { ...failure, url, details: { url } }
    expect(await statusAfter({ url })).to.deep.equal({ answer: { timing: '', failure: own } })
    expect(await statusAfter({ url, operation: 'snapshot' })).to.deep.equal({
      answer: { timing: '', failure },
    })
  })

  for (const [what, key, record, isVisible] of [
    ['of another key', { id: 'other' }, {}, false],
    ['of another key of the owner', { id: 'x', owner: 'firm' }, { tenant: tenantIdOf('firm') }, true],
    ['of a key of another owner', { id: 'x', owner: 'firm' }, { tenant: tenantIdOf('other') }, false],
    ['of a key without owner', { id: 'x' }, { tenant: tenantIdOf('x') }, true],
    ['of a batch, to the key of the batch', { scopes: ['metadata', 'batch'] }, {}, true],
    ['of an external producer, to the scope batch', { id: 'x', scopes: ['batch'] }, { owner: null }, true],
    ['of an external producer, without it', { id: 'x' }, { owner: null }, false],
    ['of a batch of another tenant', { id: 'x', scopes: ['batch'] }, { owner: null, tenant: 'other' }, false],
  ] as const) {
    it(`is ${isVisible ? 'shown' : 'unknown'}: one ${what}`, async () => {
      const known = { owner: reader.id, operation: 'metadata', url: 'http://a/', ...record }
      await embedded.store.set(inspectionKey('a'), JSON.stringify(known), 60)
      const expected = isVisible ? 'running' : 'unknown'
      expect(await readStatus({ ...embedded, batches: noResults }, 'a', { ...reader, ...key })).to.equal(
        expected,
      )
    })
  }
})

describe('the status of an inspection whose value is in the object store', () => {
  let embedded: Embedded
  beforeEach(async () => {
    embedded = await openEmbedded()
  })
  afterEach(() => embedded.close())

  async function endedWith(dataref: string): Promise<void> {
    const record = { owner: reader.id, operation: 'metadata', url: 'http://a/', ended: true }
    await embedded.store.set(inspectionKey('a'), JSON.stringify(record), 60)
    const outcome = { topic: 'result.metadata', timing: '', json: '', dataref }
    await embedded.store.set(outcomeKey('a'), outcomeToText(outcome), 60)
  }
  const status = () => readStatus({ ...embedded, batches: noResults }, 'a', reader)

  it('has the value while it is stored, and is unknown once it has expired', async () => {
    await endedWith(`http://here/bodies/${file}`)
    expect(await status()).to.equal('unknown')
    await embedded.objects.put(`bodies/${file}`, Buffer.from('{"result":{"a":1}}'), 'application/json')
    expect(await status()).to.have.nested.property('answer.resultJson', '{"a":1}')
  })

  for (const forged of ['x', 'http://here/bodies/..', `http://here/bodies/${'a'.repeat(5000)}`]) {
    it(`is unknown when its reference is not a name of ours: ${forged.slice(0, 30)}`, async () => {
      await endedWith(forged)
      expect(await status()).to.equal('unknown')
    })
  }
})
