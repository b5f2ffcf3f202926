import { expect } from 'chai'
import { readLoads } from '#gateway/inspections/admission/load-reports.ts'
import { makeLoadTracker } from '#shared/consumer/pool/load-tracker.ts'
import { RENDER_LOAD_BOARD } from '#shared/store/keys.ts'

describe('readLoads', () => {
  it('reads the reports of all processes with one command', async () => {
    const boards: string[] = []
    const report = (slots: number) => makeLoadTracker({ slots, perOwner: slots }).report(true)
    const loads = await readLoads({
      async notices(board) {
        boards.push(board)
        return Array.from({ length: 100 }, (_, at) => [`process-${at}`, JSON.stringify(report(at + 1))])
      },
    })
    expect(boards).to.deep.equal([RENDER_LOAD_BOARD])
    expect(loads).to.have.length(100)
    expect(loads[99]).to.deep.equal({ id: 'process-99', ...report(100) })
  })
})
