import { expect } from 'chai'
import { mochaArguments } from '#infra/setup/mocha-arguments.ts'

const ALL = 'test/**/*.test.ts'

describe('arguments for mocha', () => {
  const cases: { given: string[]; selects: string[] }[] = [
    { given: [], selects: [ALL] },
    { given: ['test/unit/a.test.ts'], selects: ['test/unit/a.test.ts'] },
    { given: ['--grep', 'test'], selects: ['--grep', 'test', ALL] },
    { given: ['--grep', 'a/b'], selects: ['--grep', 'a/b', ALL] },
    { given: ['-g', 'title', '--bail'], selects: ['-g', 'title', '--bail', ALL] },
    { given: ['--grep=title', 'test/unit'], selects: ['--grep=title', 'test/unit/**/*.test.ts'] },
    { given: ['--bail', 'test/unit/'], selects: ['--bail', 'test/unit/**/*.test.ts'] },
  ]
  for (const { given, selects } of cases) {
    it(`[${given.join(' ')}] selects [${selects.join(' ')}]`, () => {
      expect(mochaArguments(given, {})).to.deep.equal(selects)
    })
  }

  it('forbid a forgotten .only under CI', () => {
    expect(mochaArguments([], { CI: 'true' })).to.include('--forbid-only')
  })
})
