import { expect } from 'chai'
import { makeSeats, type Seat, type Seats } from '#gateway/seats.ts'

let ids = 0
const seatOf = (owner: string, way: 'fetch' | 'render' = 'fetch') => ({
  id: String(ids++),
  way,
  owner,
  expiresAt: Number.MAX_SAFE_INTEGER,
})

/** How many seats the owner gets when it asks again and again. */
function greedily(seats: Seats<Seat>, owner: string, others = 0): number {
  let count = 0
  while (count < 100_000 && seats.take(seatOf(owner), others)) count += 1
  return count
}

describe('seats', () => {
  it('leave a quarter free when one owner alone takes all it can get', () => {
    expect(greedily(makeSeats(10_000), 'a')).to.equal(7500)
  })

  it('have room for whoever comes next, also after several greedy owners', () => {
    const seats = makeSeats(10_000)
    const taken = ['a', 'b', 'c', 'd'].map((owner) => greedily(seats, owner))
    expect(taken).to.deep.equal([7500, 1875, 469, 117])
    expect(seats.take(seatOf('modest'), 0)).to.equal(true)
  })

  it('are never more than the limit, and one at least is to be had', () => {
    for (const limit of [1, 2, 3, 10]) {
      const seats = makeSeats(limit)
      const sum = Array.from({ length: 50 }, (_, owner) => greedily(seats, `${owner}`)).reduce(
        (a, b) => a + b,
      )
      expect(sum).to.equal(limit)
      expect(seats.taken('fetch')).to.equal(limit)
    }
  })

  it('count those that are taken elsewhere', () => {
    expect(greedily(makeSeats(100), 'a', 60)).to.equal(30)
    expect(greedily(makeSeats(100), 'a', 100)).to.equal(0)
    expect(greedily(makeSeats(100), 'a', 5000)).to.equal(0)
  })

  it('are free again when released, once', () => {
    const seats = makeSeats(2)
    const [first, second] = [seatOf('a'), seatOf('b')]
    expect([seats.take(first, 0), seats.take(second, 0)]).to.deep.equal([true, true])
    expect(seats.take(seatOf('c'), 0)).to.equal(false)
    seats.release(first.id)
    seats.release(first.id)
    seats.release('unknown')
    expect(seats.taken('fetch')).to.equal(1)
    expect(seats.take(seatOf('c'), 0)).to.equal(true)
    expect(seats.take(seatOf('c'), 0)).to.equal(false)
  })

  it('give an owner back its share', () => {
    const seats = makeSeats(4)
    const own = [seatOf('a'), seatOf('a'), seatOf('a')]
    for (const seat of own) expect(seats.take(seat, 0)).to.equal(true)
    expect(seats.take(seatOf('a'), 0)).to.equal(false)
    seats.release(own[0]?.id ?? '')
    expect(seats.take(seatOf('a'), 0)).to.equal(true)
  })

  it('of one way are not those of the other', () => {
    const seats = makeSeats(1)
    expect(seats.take(seatOf('a', 'render'), 0)).to.equal(true)
    expect(seats.take(seatOf('a', 'fetch'), 0)).to.equal(true)
    expect(seats.take(seatOf('b', 'render'), 0)).to.equal(false)
  })

  it('are all looked after in turn', () => {
    const seats = makeSeats(100)
    const taken = Array.from({ length: 5 }, () => seatOf('a'))
    for (const seat of taken) seats.take(seat, 0)
    const looked = [seats.some(2), seats.some(2), seats.some(2)].flat().map(({ id }) => id)
    expect(new Set(looked).size).to.equal(5)
  })

  it('tell how many were taken or released since they were asked last', () => {
    const seats = makeSeats(10)
    const seat = seatOf('a')
    seats.take(seat, 0)
    seats.take(seatOf('a'), 0)
    seats.release(seat.id)
    expect([seats.moves('fetch'), seats.moves('fetch'), seats.moves('render')]).to.deep.equal([3, 0, 0])
  })
})
