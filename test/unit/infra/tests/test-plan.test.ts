import { globSync } from 'node:fs'
import { expect } from 'chai'
import { testPlan } from '#infra/tests/test-plan.ts'
import { root } from '#test/support/sandbox.ts'

const all = (pattern: string) => globSync(pattern, { cwd: root }).toSorted()

describe('test plan', () => {
  it('without a path has every test but those of faults and recipes, once', () => {
    const { fast, real, slow, browser, selected } = testPlan([], {}, {})
    const apart = new Set(all('test/{analytics,faults}/**/*.test.ts'))
    const expected = all('test/**/*.test.ts').filter((file) => !apart.has(file))
    expect([...fast, ...real, ...slow, ...browser].toSorted()).to.deep.equal(expected)
    expect(selected).to.equal(null)
  })

  it('with --fast has what needs neither broker nor browser', () => {
    const { fast, real, slow, browser } = testPlan(['--fast'], {}, {})
    expect(fast.toSorted()).to.deep.equal(all('test/{architecture,conformance,golden,unit}/**/*.test.ts'))
    expect([real, slow, browser]).to.deep.equal([[], [], []])
  })

  it('keeps files together that share services on Kafka, Redis and MinIO', () => {
    const { real, slow } = testPlan([], {}, {})
    expect(real).to.include('test/e2e/http/real.test.ts')
    expect(slow).to.include('test/e2e/http/operations.test.ts')
  })

  it('starts with the files that took longest the last time', () => {
    const [first = '', second = ''] = all('test/unit/shared/async/*.test.ts')
    const { fast } = testPlan(['--fast'], {}, { [first]: 900_000, [second]: 800_000 })
    expect(fast.slice(0, 2)).to.deep.equal([first, second])
  })

  it('of a folder has all files below it, of a file that file, of a pattern what matches', () => {
    const folder = 'test/unit/shared/async'
    expect(testPlan([folder], {}, {}).selected).to.deep.equal(all(`${folder}/**/*.test.ts`))
    expect(testPlan([`${folder}/timeout.test.ts`], {}, {}).selected).to.deep.equal([
      `${folder}/timeout.test.ts`,
    ])
    expect(testPlan([`${folder}/t*.test.ts`], {}, {}).selected).to.deep.equal(all(`${folder}/t*.test.ts`))
  })

  it('passes a title on to mocha, also one that is a folder too', () => {
    const { mocha, selected } = testPlan(['-g', 'test', '--bail'], {}, {})
    expect([mocha.grep, mocha.bail, selected]).to.deep.equal(['test', true, null])
  })

  it('forbids .only under CI alone', () => {
    expect(testPlan([], { CI: 'true' }, {}).mocha.forbidOnly).to.equal(true)
    expect(testPlan([], {}, {}).mocha.forbidOnly).to.equal(false)
  })
})
