import { expect } from 'chai'
import { contentionInWords } from '#gateway/console/app/views/inspect/results/performance/contention.ts'

const quiet = {
  foreign_cpu: 0.031,
  loop_before_ms: 10,
  loop_after_ms: 10.8,
  paint_stall: false,
  discarded_runs: 0,
  contaminated: false,
}

describe('console: the noise of a run in words', () => {
  it('of a quiet machine', () => {
    expect(contentionInWords(quiet)).to.deep.equal({
      kind: 'good',
      title: 'Quiet machine',
      observed: [
        'Others used 3.1 % of the processor cores.',
        'A fixed loop took 10 ms before and 10.8 ms after the run.',
      ],
    })
  })

  it('of a disturbed one', () => {
    const words = contentionInWords({ ...quiet, contaminated: true, paint_stall: true, discarded_runs: 1 })
    expect(words).to.include({ kind: 'warn', title: 'Disturbed: read with caution' })
    expect(words.observed.slice(2)).to.deep.equal([
      'Paints came late though the main thread was idle.',
      '1 earlier run was discarded for noise.',
    ])
  })

  it('says what is unknown, and leaves out a loop that was not measured', () => {
    const unknown = { ...quiet, foreign_cpu: null, loop_after_ms: null, discarded_runs: 2 }
    expect(contentionInWords(unknown).observed).to.deep.equal([
      'How much of the processor others used is unknown.',
      '2 earlier runs were discarded for noise.',
    ])
  })
})
