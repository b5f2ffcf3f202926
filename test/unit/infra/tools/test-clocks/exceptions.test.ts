import { expect } from 'chai'
import { judge } from '#infra/tools/test-clocks/exceptions.ts'

const finding = (name: string, line = 1) =>
  ({ path: 'test/a.ts', name, line, what: 'sleeps for a fixed time' }) as const
const exception = (name: string, reason = 'its server counts real seconds') => ({
  path: 'test/a.ts',
  name,
  reason,
})

describe('exceptions', () => {
  it('excuse every violation of the test that they name, and no other', () => {
    const { violations } = judge([finding('a', 1), finding('a', 2), finding('b')], [exception('a')])
    expect(violations).to.deep.equal([finding('b')])
  })

  it('excuse no test of the same name in another file', () => {
    const elsewhere = { ...exception('a'), path: 'test/b.ts' }
    expect(judge([finding('a')], [elsewhere])).to.deep.equal({
      violations: [finding('a')],
      unmatched: [elsewhere],
    })
  })
})
