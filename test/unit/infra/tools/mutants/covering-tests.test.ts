import { expect } from 'chai'
import { makeTestFinder } from '#infra/tools/mutants/covering-tests.ts'

const sources = new Map([
  ['shared/a/x.ts', ''],
  ['shared/b/y.ts', `import { x } from '#shared/a/x.ts'`],
  ['gateway/c/z.ts', `await import('#shared/b/y.ts')`],
  ['test/contract/port.ts', `import { y } from '#shared/b/y.ts'\ndescribe('port', () => {})`],
  ['test/contract/helper.ts', `import { y } from '#shared/b/y.ts'`],
  ['test/unit/shared/a/x.test.ts', ''],
  ['test/unit/shared/a/x/fast.test.ts', ''],
  ['test/unit/shared/a/near.test.ts', `import './fixture.ts'`],
  ['test/unit/shared/a/fixture.ts', `import '#shared/a/x.ts'`],
  ['test/unit/shared/a/stranger.test.ts', `import '#shared/a/other.ts'`],
  ['test/unit/shared/b/y.test.ts', `import '#shared/b/y.ts'`],
  ['test/unit/gateway/c/z.test.ts', `import '#gateway/c/z.ts'`],
  ['test/unit/stages/adapter.test.ts', `import { suite } from '#test/contract/port.ts'`],
  ['test/unit/stages/far.test.ts', `import { help } from '#test/contract/helper.ts'`],
  ['test/unit/shared/a/typed.test.ts', `import type { X } from '#shared/a/x.ts'`],
  ['test/pipeline/y.test.ts', `import '#shared/b/y.ts'`],
])

describe('the tests that cover a file', () => {
  it('are its mirror, then the tests of it and its importers, and the contract suites', () => {
    const { mirrored, others } = makeTestFinder(sources, [])('shared/a/x.ts')
    expect(mirrored).to.have.members(['test/unit/shared/a/x.test.ts', 'test/unit/shared/a/x/fast.test.ts'])
    expect(others).to.have.members([
      'test/unit/shared/a/near.test.ts',
      'test/unit/shared/b/y.test.ts',
      'test/unit/stages/adapter.test.ts',
    ])
  })

  it('include those of the given folders', () => {
    const { others } = makeTestFinder(sources, ['gateway/c'])('shared/a/x.ts')
    expect(others).to.include('test/unit/gateway/c/z.test.ts')
  })

  it('may be none', () => {
    expect(makeTestFinder(sources, [])('shared/a/lonely.ts')).to.deep.equal({ mirrored: [], others: [] })
  })
})
