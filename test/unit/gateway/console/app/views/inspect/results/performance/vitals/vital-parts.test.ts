import { expect } from 'chai'
import { attributionOf } from '#gateway/console/app/views/inspect/results/performance/vitals/vital-parts.ts'

describe('console: what a metric is attributed to', () => {
  it('divides LCP into its four parts, in the order in which they pass', () => {
    const { parts, facts } = attributionOf({
      render_delay_ms: 400,
      target: '#hero',
      url: null,
      time_to_first_byte_ms: 100,
      resource_load_ms: 200,
      resource_load_delay_ms: 300,
    })
    expect(parts).to.deep.equal([
      { name: 'Time to first byte', ms: 100, share: 0.1 },
      { name: 'Load delay', ms: 300, share: 0.3 },
      { name: 'Load time', ms: 200, share: 0.2 },
      { name: 'Render delay', ms: 400, share: 0.4 },
    ])
    expect(facts).to.deep.equal([['Element', '#hero']])
  })

  it('has the facts of a shift, and those that it does not know', () => {
    const { parts, facts } = attributionOf({
      target: 'img',
      largest_shift: 0.1004,
      largest_shift_ms: 3280.4,
      new_fact: 7,
    })
    expect(parts).to.deep.equal([])
    expect(facts).to.deep.equal([
      ['Element', 'img'],
      ['Largest shift', '0.1004'],
      ['At', '3.28 s'],
      ['new fact', '7'],
    ])
  })

  it('has shares of 0 where all parts are 0, and no negative time', () => {
    const { parts } = attributionOf({ input_delay_ms: 0, processing_ms: -1, presentation_ms: 0 })
    expect(parts.map(({ ms, share }) => [ms, share])).to.deep.equal([
      [0, 0],
      [0, 0],
      [0, 0],
    ])
  })

  it('is empty for a metric without attribution', () => {
    expect(attributionOf({})).to.deep.equal({ parts: [], facts: [] })
  })
})
