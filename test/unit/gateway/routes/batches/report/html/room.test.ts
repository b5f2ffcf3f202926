import { expect } from 'chai'
import { Room } from '#gateway/routes/batches/report/html/room.ts'

describe('room for lists', () => {
  it('is taken by the bytes of what is written, and shared', () => {
    const room = new Room(10)
    expect(room.take(['abcd', 'ü', 'xyz'], 2)).to.deep.equal(['abcd', 'ü'])
    expect(room.take(['abc', 'd', 'e'], 9)).to.deep.equal(['abc', 'd'])
    expect(room.take(['x'], 9)).to.deep.equal([])
  })

  it('asks for no text that it does not take', () => {
    let made = 0
    function* texts() {
      for (;;) {
        made += 1
        yield 'x'
      }
    }
    expect(new Room(100).take(texts(), 3)).to.have.length(3)
    expect(made).to.equal(3)
    expect(new Room(100).take(texts(), 0)).to.deep.equal([])
    expect(made).to.equal(3)
  })
})
