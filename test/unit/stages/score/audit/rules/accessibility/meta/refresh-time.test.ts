import { expect } from 'chai'
import { refreshTime } from '#stages/score/audit/rules/accessibility/meta/refresh-time.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const { document } = auditFacts({})

describe('time of a refresh (HTML Standard, 4.2.5.3, shared declarative refresh steps)', () => {
  for (const [content, seconds] of [
    ['0', 0],
    ['5', 5],
    [' \t5 ', 5],
    ['005', 5],
    ['5.9', 5],
    ['.9', 0],
    ['.', 0],
    ['5.5.5', 5],
    ['5;', 5],
    ['5;;', 5],
    ['5 ; /b', 5],
    ['5,/b', 5],
    ['5 /b', 5],
    ['0;url=', 0],
    ["5; URL = '/b", 5],
    ['5;url="http://[x"', null],
    [`5;url='/b'http://[x`, 5],
    ['5;urls=http://[x', 5],
    ['5;http://[x', null],
    ['', null],
    [' ', null],
    ['a', null],
    [';5', null],
    ['+5', null],
    ['-5', null],
    ['5s', null],
    ['5e3', null],
    ['\u00a05', null],
  ] as const) {
    it(`"${content}" is ${seconds === null ? 'ignored' : `after ${seconds} seconds`}`, () => {
      expect(refreshTime(document, content)).to.equal(seconds)
    })
  }

  it('is read in time from hostile content', () => {
    expect(refreshTime(document, `${'1'.repeat(100_000)}x`)).to.be.greaterThan(0)
    expect(refreshTime(document, `${'1.'.repeat(500)}x`)).to.equal(null)
  })
})
