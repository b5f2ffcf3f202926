import { expect } from 'chai'
import { slotsInTurn } from '#stages/batch/adapters/postgres/dispatch/take-items.ts'

const queue = (id: number, batch: number, room: number) => ({ id, batch, room, turn: 100 - id })

describe('slotsInTurn', () => {
  it('lets batches take turns, and the queues of each by their turns', () => {
    const queues = [queue(1, 7, 2), queue(2, 7, 1), queue(3, 9, 5)]
    // Of batch 7, queue 2 has the earlier turn; it has no room for a second item.
    expect(slotsInTurn(queues, [7, 9], 3)).to.deep.equal([2, 3, 1, 3, 1, 3])
  })

  it('gives no batch more than its share', () => {
    expect(slotsInTurn([queue(1, 7, 10)], [7], 4)).to.deep.equal([1, 1, 1, 1])
  })

  it('passes over batches and queues without room', () => {
    expect(slotsInTurn([queue(1, 7, 0)], [7, 9], 4)).to.deep.equal([])
  })
})
