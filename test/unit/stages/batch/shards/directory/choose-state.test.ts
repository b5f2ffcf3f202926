import { expect } from 'chai'
import { type ChosenState, chooseState } from '#stages/batch/shards/directory/choose-state.ts'

describe('chooseState', () => {
  const cases: [
    local: number | null,
    snapshot: number | null,
    oldest: number,
    from: ChosenState['from'],
    position: number,
    isGone: boolean,
  ][] = [
    [null, null, 0, 'empty', 0, false],
    [null, null, 5, 'empty', 0, true],
    [0, null, 0, 'local', 0, false],
    [null, 0, 0, 'snapshot', 0, false],
    [7, null, 7, 'local', 7, false],
    [7, null, 8, 'local', 7, true],
    [7, 7, 0, 'local', 7, false],
    [8, 7, 0, 'local', 8, false],
    [7, 8, 0, 'snapshot', 8, false],
    [0, 8, 8, 'snapshot', 8, false],
    [7, 8, 9, 'snapshot', 8, true],
    [null, 8, 9, 'snapshot', 8, true],
  ]
  for (const [local, snapshot, oldest, from, position, isGone] of cases) {
    it(`chooses ${from} of a file at ${local} and a snapshot at ${snapshot}, with a log from ${oldest}`, () => {
      expect(chooseState({ local, snapshot, oldest })).to.deep.equal({ from, position, isGone })
    })
  }
})
