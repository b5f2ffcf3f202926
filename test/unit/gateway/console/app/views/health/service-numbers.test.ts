import { expect } from 'chai'
import { numbersOf } from '#gateway/console/app/views/health/service-numbers.ts'

const text = `
process_start_time_seconds 1000
process_resident_memory_bytes 470224896
nodejs_eventloop_lag_p99_seconds 0.015941631
pageprobe_waiting_callers 3
pageprobe_http_requests_in_flight{operation="snapshot"} 2
pageprobe_http_requests_in_flight{operation="none"} 1
pageprobe_browser_exits_total{reason="crashed"} 4
pageprobe_browser_exits_total{reason="recycled"} 9
pageprobe_lag_records{stage="fetch",lane="interactive"} 5
pageprobe_lag_records{stage="fetch",lane="batch"} 1200
pageprobe_lag_records{stage="projection",lane="interactive"} 0
`

describe('numbersOf', () => {
  it('has the numbers that are measured, in words', () => {
    expect(numbersOf(text, 8_500_000).facts).to.deep.equal([
      ['Waiting callers', '3'],
      ['Calls in flight', '3'],
      ['Crashed browsers since the start', '4'],
      ['Event loop delay (99 % below)', '16 ms'],
      ['Memory of the gateway process', '470.22 MB'],
      ['Running for', '2 h 5 min'],
    ])
  })

  it('has the unfinished work of each stage', () => {
    expect(numbersOf(text, 0).stages).to.deep.equal([
      { stage: 'fetch', interactive: 5, batch: 1200 },
      { stage: 'projection', interactive: 0, batch: null },
    ])
  })

  it('has nothing of an empty text', () => {
    expect(numbersOf('', 0)).to.deep.equal({ facts: [], stages: [] })
  })
})
