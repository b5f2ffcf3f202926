import { expect } from 'chai'
import type { FaultResult } from '#infra/faults/fault-results.ts'
import { type FaultRun, textTable, withFaultTable } from '#infra/faults/fault-table.ts'

const results: FaultResult[] = [
  {
    ...{ row: 'crash', fault: 'a | b', accepted: 300, lost: 0, wrong: 0, repeated: 12 },
    ...{ recoveredMs: 3249, outcome: 'held', reason: null },
  },
  {
    ...{ row: 'memory', fault: 'bombs', accepted: null, lost: null, wrong: 1, repeated: null },
    ...{ recoveredMs: null, outcome: 'FAILED', reason: 'one was answered' },
  },
]

describe('the table of faults', () => {
  it('has a line for each fault, with seconds, and a dash for what does not apply', () => {
    expect(textTable(results).split('\n')).to.deep.equal([
      'row     fault  accepted  lost  wrong  repeated  seconds to recover  outcome',
      'crash   a | b  300       0     0      12        3.2                 held',
      'memory  bombs  –         –     1      –         –                   FAILED',
    ])
  })

  it('stands between the marks of a page, with its date, commit and machine', () => {
    const machine = { cores: 2, memoryGib: 8, kernel: 'Linux 6.1', node: '24.21.0' }
    const run: FaultRun = { date: '2026-11-29T13:00:00.000Z', commit: 'abc1234', machine, minutes: 31.4 }
    const start = '<!-- faults: made by `npm run faults -- --write` -->'
    const page = `# Faults\n\n${start}\nold\n<!-- end of faults -->\n\nThe end.\n`
    expect(withFaultTable(page, run, results)).to.equal(`# Faults

${start}
2026-11-29, commit abc1234, in 31 minutes on 2 cores, 8 GiB, Linux 6.1, Node.js 24.21.0.

| row | fault | accepted | lost | wrong | repeated | seconds to recover | outcome |
| --- | --- | --- | --- | --- | --- | --- | --- |
| crash | a \\| b | 300 | 0 | 0 | 12 | 3.2 | held |
| memory | bombs | – | – | 1 | – | – | FAILED |
<!-- end of faults -->

The end.
`)
  })

  it('is not written into a page without its marks', () => {
    const run = {
      date: '',
      commit: '',
      minutes: 0,
      machine: { cores: 1, memoryGib: 1, kernel: '', node: '' },
    }
    expect(() => withFaultTable('# Faults\n', run, results)).to.throw('marks')
  })
})
