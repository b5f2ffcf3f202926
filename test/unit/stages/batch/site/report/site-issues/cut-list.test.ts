import { expect } from 'chai'
import { CutList } from '#stages/batch/site/report/site-issues.ts'

describe('a list that is cut', () => {
  it('keeps its first 1,000 entries, and counts all', () => {
    const list = new CutList<number>()
    for (let entry = 0; entry < 1001; entry++) list.add(entry)
    expect([list.entries.length, list.entries.at(-1), list.total]).to.deep.equal([1000, 999, 1001])
  })

  it('keeps entries up to 500,000 characters, and none behind one that was left out', () => {
    const list = new CutList<string>()
    // As JSON each has two characters more.
    for (const length of [299_998, 199_998, 1, 1]) list.add('x'.repeat(length))
    expect(list.entries.map(({ length }) => length)).to.deep.equal([299_998, 199_998])
    expect(list.total).to.equal(4)
    const other = new CutList<string>()
    for (const length of [400_000, 200_000, 1]) other.add('x'.repeat(length))
    expect([other.entries.length, other.total]).to.deep.equal([1, 3])
  })
})
