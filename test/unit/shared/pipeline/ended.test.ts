import { expect } from 'chai'
import { Failure } from '#shared/errors.ts'
import type { Inspection } from '#shared/messages/inspection.ts'
import { failureOutcome, resultOutcome } from '#shared/messages/outcome.ts'
import { admit } from '#shared/pipeline/admission.ts'
import { noteEnded } from '#shared/pipeline/ended.ts'
import { inspectionRecordFromText } from '#shared/pipeline/inspection-record.ts'
import { inspectionKey } from '#shared/pipeline/store-keys.ts'
import { type Embedded, openEmbedded } from './embedded.ts'

const DAY = 86_400

describe('noteEnded', () => {
  let embedded: Embedded
  beforeEach(async () => (embedded = await openEmbedded()))
  afterEach(() => embedded.close())

  const one: Inspection = {
    id: 'one',
    operation: 'metadata',
    lane: 'batch',
    parameters: { url: 'http://shop.example/' },
    url: 'http://shop.example/',
    expiresAt: null,
    traceparent: null,
    timing: '',
    tenant: 'ab'.repeat(16),
  }
  const result = (timing = '') => resultOutcome({ ...one, timing }, '{"title":"x"}')
  const failure = () => failureOutcome(one, 'fetch', new Failure('TIMEOUT', 'late'))
  const note = (outcome = result()) =>
    noteEnded(embedded.store, { id: 'one', tenant: one.tenant as string, outcome }, DAY)
  const record = async () => inspectionRecordFromText((await embedded.store.get(inspectionKey('one'))) ?? '')
  const admitted = (lease: number) =>
    admit(embedded.store, { inspection: one, position: `t/0/${lease}`, lease })

  it('remembers that it has ended, by a digest, who asked, and which release it was', async () => {
    await admitted(1)
    await admitted(3)
    expect(await note()).to.equal('first')
    const { digest, ...known } = await record()
    const expected = { owner: null, operation: null, url: '', tenant: one.tenant, lease: 3, ended: true }
    expect(known).to.deep.equal(expected)
    expect(digest).to.match(/^[\w-]{12}$/)
  })

  it('drops a redelivery from then on', async () => {
    expect(await admitted(1)).to.equal('work')
    await note()
    expect(await admitted(1)).to.equal('drop')
  })

  it('takes a repeat for the same, however long it took', async () => {
    await note()
    expect(await note(result('fetch;dur=1'))).to.equal('first')
  })

  it('tells of a second outcome that is another one', async () => {
    await note()
    expect(await note(failure())).to.equal('another')
  })
})
