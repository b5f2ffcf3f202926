import { expect } from 'chai'
import { makeIsDriven } from '#infra/tools/test-clocks/driven.ts'
import { nameOf, readModule } from '#infra/tools/test-clocks/module.ts'

/** Whether time is driven at each call of `here` in a source. */
function driven(source: string): boolean[] {
  const module = readModule(source)
  return module.nodes.filter((node) => nameOf(node) === 'here').map(makeIsDriven(module))
}

describe('time is driven', () => {
  it('in a test that drives the clock, and in its functions, not in the next test', () => {
    const source = `it('a', () => { const clock = driveClock(); here(); work(() => here()) })
      it('b', () => { here() })`
    expect(driven(source)).to.deep.equal([true, true, false])
  })

  it('in all tests of a suite whose hook drives it, not in others', () => {
    const source = `describe('a', () => {
        beforeEach(() => { clock = driveClock() })
        const fake = { close: () => here() }
        describe('inner', () => { it('b', () => here()) })
      })
      describe('c', () => { it('d', () => here()) })`
    expect(driven(source)).to.deep.equal([true, true, false])
  })

  it('by the timers of the test runner, in a hook of the module', () => {
    expect(driven('before(() => mock.timers.enable()); here()')).to.deep.equal([true])
  })

  it('nowhere by a function that only defines how to drive it', () => {
    expect(driven('const start = () => driveClock(); here()')).to.deep.equal([false])
  })
})
