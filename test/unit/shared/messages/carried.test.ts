import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { carried, carry } from '#shared/messages/carried.ts'
import { type Embedded, openEmbedded } from '../pipeline/embedded.ts'

const large = JSON.stringify({ text: 'ü'.repeat(256 * 1024) })

describe('carried', () => {
  let embedded: Embedded
  before(async () => {
    embedded = await openEmbedded()
  })
  after(() => embedded.close())

  it('keeps a small value in the event', async () => {
    expect(await carry(embedded.objects, 'x:rendered', '{"a":1}')).to.deep.equal({ json: '{"a":1}' })
    expect(await carried(embedded.objects, { json: '{"a":1}' })).to.equal('{"a":1}')
  })

  it('gives a large one back, under one name however often it is put', async () => {
    const value = await carry(embedded.objects, 'x:rendered', large)
    expect(value).to.have.all.keys('object')
    expect(await carry(embedded.objects, 'x:rendered', large)).to.deep.equal(value)
    expect(await carried(embedded.objects, value)).to.equal(large)
  })

  it('puts nothing where who knows the inspection finds it without a key', async () => {
    await carry(embedded.objects, 'x:extracted', large)
    const hash = createHash('sha256').update('x:extracted').digest('hex')
    expect(await embedded.objects.get(`bodies/${hash}.json`)).to.equal(null)
  })

  it('says so when a value is not stored any more', async () => {
    const missing = await carried(embedded.objects, { object: 'bodies/gone.event' }).catch((error) => error)
    expect(missing).to.be.instanceOf(Error)
  })
})
