import { expect } from 'chai'
import { loadJson } from '#shared/messages/events/page-event.ts'

const noStore = { get: () => Promise.reject(new Error('the store is not needed')) }

describe('loadJson', () => {
  it('parses a value that the event itself holds', async () => {
    expect(await loadJson({} as never, { json: '{"a":1}' }, noStore)).to.deep.equal({ a: 1 })
  })

  it('parses a value among the attached bytes', async () => {
    const event = { attached: Buffer.from('..[1,2]..') } as never
    const reference = { at: 2, length: 5, encoding: 'identity', bytes: 5 } as const
    expect(await loadJson(event, reference, noStore)).to.deep.equal([1, 2])
  })

  it('rejects when the attached bytes end before the value', async () => {
    const reference = { at: 0, length: 5, encoding: 'identity', bytes: 5 } as const
    const error = await loadJson({} as never, reference, noStore).catch((reason: unknown) => reason)
    expect(error).to.be.instanceOf(Error).with.property('message', 'the event is not whole')
  })
})
