import { globSync } from 'node:fs'
import { expect } from 'chai'
import { mochaRuns } from '#infra/setup/mocha-arguments.ts'
import { root } from '#test/support/sandbox.ts'

const REAL = 'test/integration/**/*.test.ts'
const WHOLE = 'test/pipeline/**/*.test.ts'
const OTHERS = ['test/architecture/**/*.test.ts', 'test/golden/**/*.test.ts', 'test/unit/**/*.test.ts']

describe('arguments for mocha', () => {
  const cases: { given: string[]; selects: string[][] }[] = [
    { given: [], selects: [[REAL], [WHOLE], OTHERS] },
    { given: ['test/unit/a.test.ts'], selects: [['test/unit/a.test.ts']] },
    {
      given: ['--grep', 'test'],
      selects: [
        ['--grep', 'test', REAL],
        ['--grep', 'test', WHOLE],
        ['--grep', 'test', ...OTHERS],
      ],
    },
    {
      given: ['-g', 'title', '--bail'],
      selects: [
        ['-g', 'title', '--bail', REAL],
        ['-g', 'title', '--bail', WHOLE],
        ['-g', 'title', '--bail', ...OTHERS],
      ],
    },
    { given: ['--grep=title', 'test/unit'], selects: [['--grep=title', 'test/unit/**/*.test.ts']] },
    { given: ['--bail', 'test/unit/'], selects: [['--bail', 'test/unit/**/*.test.ts']] },
  ]
  for (const { given, selects } of cases) {
    it(`[${given.join(' ')}] selects ${JSON.stringify(selects)}`, () => {
      expect(mochaRuns(given, {})).to.deep.equal(selects)
    })
  }

  it('select every test, once', () => {
    const selected = mochaRuns([], {}).flatMap((run) => run.flatMap((glob) => globSync(glob, { cwd: root })))
    expect(selected).to.have.members(globSync('test/**/*.test.ts', { cwd: root }))
  })

  it('forbid .only under CI', () => {
    for (const run of mochaRuns([], { CI: 'true' })) expect(run).to.include('--forbid-only')
  })
})
