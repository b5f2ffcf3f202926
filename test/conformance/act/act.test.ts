import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { type Sandbox, sandbox } from '#test/support/sandbox.ts'
import { actReport } from './act.ts'
import { consistencyOf, type TestResult } from './consistency.ts'
import type { Outcome } from './outcomes.ts'

const named = { ruleId: '2779a5', url: 'https://a.example/1.html' }

describe('the report on test cases of ACT rules', () => {
  let box: Sandbox
  before(async () => {
    box = await sandbox()
    const testcases = [
      {
        ...named,
        testcaseId: '1',
        testcaseTitle: 'Failed Example 1',
        expected: 'failed',
        relativePath: '1.html',
      },
      {
        ...named,
        testcaseId: '2',
        testcaseTitle: 'Passed Example 1',
        expected: 'passed',
        relativePath: '2.html',
      },
      {
        ...named,
        testcaseId: '3',
        testcaseTitle: 'Inapplicable Example 1',
        expected: 'inapplicable',
        relativePath: '3.svg',
      },
      {
        ...named,
        testcaseId: '4',
        testcaseTitle: 'Failed Example 1',
        expected: 'failed',
        relativePath: '1.html',
        ruleId: 'xxxxxx',
      },
    ]
    await box.write('testcases.json', JSON.stringify({ testcases }))
    await box.write('1.html', '<html><body>a</body></html>')
    await box.write('2.html', '<html><title>This page has a title</title></html>')
  })
  after(() => box.remove())

  it('has each rule with its consistency, and says nothing of rules that none of ours checks', () => {
    expect(actReport(box.folder, undefined)).to.deep.equal([
      '2779a5 partial, 3 of 3: HTML page has non-empty title (title-missing)',
      '1 ACT rules: 0 complete, 1 partial, 0 minimal, 0 inconsistent',
    ])
  })

  it('is written in EARL', () => {
    actReport(box.folder, `${box.folder}/report.json`)
    const report = JSON.parse(readFileSync(`${box.folder}/report.json`, 'utf8'))
    expect(report['@context']).to.equal('https://act-rules.github.io/earl-context.json')
    expect(report['@graph']).to.have.length(3)
    expect(report['@graph'][0]).to.deep.include({
      mode: 'earl:automatic',
      subject: { '@type': ['TestSubject', 'WebPage'], source: 'https://a.example/1.html' },
      test: { '@type': 'TestCase', title: 'title-missing' },
      result: { '@type': 'TestResult', outcome: 'earl:failed' },
    })
    expect(report['@graph'][2].result.outcome).to.equal('earl:untested')
  })

  it('is none without test cases', () => {
    expect(actReport('/nowhere', undefined)).to.equal(null)
  })
})

describe('consistency with an ACT rule', () => {
  const result = (expected: Outcome, ...outcomes: Outcome[]): TestResult => ({
    testcaseId: '',
    title: '',
    expected,
    outcomes,
  })
  const found = result('failed', 'failed', 'inapplicable')

  it('is complete where all that should fail does, or is left to a person', () => {
    expect(consistencyOf([found, result('passed', 'inapplicable')])).to.equal('complete')
    expect(consistencyOf([found, result('failed', 'cantTell')])).to.equal('complete')
  })

  it('is partial where something that should fail does not, or was not tested', () => {
    expect(consistencyOf([found, result('failed', 'passed')])).to.equal('partial')
    expect(consistencyOf([found, result('passed', 'untested')])).to.equal('partial')
  })

  it('is none where something fails that should not, or nothing is found', () => {
    expect(consistencyOf([found, result('inapplicable', 'failed')])).to.equal('inconsistent')
    expect(consistencyOf([result('failed', 'passed')])).to.equal('inconsistent')
    expect(consistencyOf([result('failed', 'cantTell')])).to.equal('minimal')
  })
})
