import { globSync } from 'node:fs'
import { expect } from 'chai'
import { testPlan } from '#infra/setup/test-plan.ts'
import { root } from '#test/support/sandbox.ts'

const found = (runs: readonly string[][]) =>
  runs.flatMap((args) => args.flatMap((glob) => globSync(glob, { cwd: root })))

describe('test plan', () => {
  for (const { given, selects } of [
    { given: ['test/unit/a.test.ts'], selects: ['test/unit/a.test.ts'] },
    { given: ['--grep=title', 'test/unit'], selects: ['--grep=title', 'test/unit/**/*.test.ts'] },
    { given: ['--bail', 'test/unit/'], selects: ['--bail', 'test/unit/**/*.test.ts'] },
    { given: ['-g', 'test', 'test/e2e'], selects: ['-g', 'test', 'test/e2e/**/*.test.ts'] },
  ]) {
    it(`of [${given.join(' ')}] is one run of ${selects.join(' ')}`, () => {
      expect(testPlan(given, {})).to.deep.equal({ fast: [selects], slow: [], browser: [], alone: [] })
    })
  }

  it('without a path has every test, once', () => {
    const { fast, slow, browser, alone } = testPlan([], {})
    expect(found([...fast, ...slow, ...browser, ...alone])).to.have.members(
      globSync('test/**/*.test.ts', { cwd: root }),
    )
    expect([...slow, ...browser, ...alone].every((args) => args.length === 1)).to.equal(true)
  })

  it('starts the longest first', () => {
    const { slow } = testPlan([], {})
    const at = (part: string) => slow.findIndex(([file]) => file?.includes(part))
    expect(at('e2e/crash/')).to.equal(0)
    expect(at('kafka/brokers')).to.be.below(at('e2e/telemetry/'))
  })

  it('with --fast has what needs neither broker nor browser', () => {
    const { fast, slow, browser, alone } = testPlan(['--fast'], {})
    expect([slow, browser, alone]).to.deep.equal([[], [], []])
    const files = globSync('test/{architecture,golden,unit}/**/*.test.ts', { cwd: root })
    expect(found(fast)).to.have.members(files)
  })

  it('keeps what has a second try for the end', () => {
    const { browser, alone } = testPlan([], {})
    const tabs = 'test/browser/stages/render/adapters/browsers/browser-tabs.test.ts'
    expect([found(browser).includes(tabs), found(alone).includes(tabs)]).to.deep.equal([false, true])
  })

  it('passes options on to every run, a value that is also a folder too', () => {
    const { fast, slow, browser, alone } = testPlan(['-g', 'test', '--bail'], {})
    for (const args of [...fast, ...slow, ...browser, ...alone])
      expect(args.slice(0, 3)).to.deep.equal(['-g', 'test', '--bail'])
  })

  it('forbids .only under CI', () => {
    const { fast, slow, browser, alone } = testPlan([], { CI: 'true' })
    for (const args of [...fast, ...slow, ...browser, ...alone]) expect(args).to.include('--forbid-only')
  })
})
