import { expect } from 'chai'
import { waitingKeyOf, workOf } from '#shared/politeness/own/work-of-item.ts'

const BATCH = '0198a1b2-0000-4000-8000-000000000001'
const groups = { cached: () => 'a.example' }
const keyOf = (id: string, politeness?: string) =>
  waitingKeyOf({ id, url: 'http://a.example/', ...(politeness !== undefined && { politeness }) }, groups)

describe('the work of an item', () => {
  it('has a batch, and manners only with one', () => {
    expect(workOf({ id: `${BATCH}.7`, politeness: 'delay=5' })).to.deep.equal({
      batch: BATCH,
      politeness: 'delay=5',
    })
    expect(workOf({ id: `${BATCH}.7` })).to.deep.equal({ batch: BATCH })
    expect(workOf({ id: 'order-7', politeness: 'delay=5' })).to.deep.equal({})
  })

  it('waits with that of others for a host, apart from it with manners of its own', () => {
    expect(keyOf(`${BATCH}.7`)).to.equal('a.example')
    expect(keyOf('order-7', 'delay=5')).to.equal('a.example')
    expect(keyOf(`${BATCH}.7`, 'delay=5')).to.equal(`a.example ${BATCH}`)
    expect(keyOf(`${BATCH}.7`, 'concurrency=3')).to.equal(`a.example ${BATCH}`)
  })

  it('has as many keys as requests at a time where it is unthrottled', () => {
    const keys = [1, 2, 3, 4, 5, 6].map((n) => keyOf(`${BATCH}.${n}`, 'concurrency=3;unthrottled'))
    expect(new Set(keys).size).to.equal(3)
    expect(keyOf(`${BATCH}.1`, 'delay=0;unthrottled')).to.equal(`a.example ${BATCH}`)
  })
})
