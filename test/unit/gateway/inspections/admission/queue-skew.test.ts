import { expect } from 'chai'
import { queueSkew } from '#gateway/inspections/admission/queue-skew.ts'

describe('queue-skew', () => {
  const skew = (...jobs: number[]) => queueSkew(jobs.map((one) => ({ slots: 2, jobs: one })))

  it('is 1 where all processes have as much to do, and for a single one', () => {
    expect(skew(10, 10, 10)).to.equal(1)
    expect(skew(1000)).to.equal(1)
  })

  it('is that of the longest queue to the mean, by the slots of each process', () => {
    expect(skew(30, 10, 20)).to.equal(1.5)
    const loads = [
      { slots: 4, jobs: 40 },
      { slots: 2, jobs: 20 },
    ]
    expect(queueSkew(loads)).to.equal(1)
  })

  it('is 1 while there is a slot for each job, and without a process', () => {
    expect(skew(4, 0)).to.equal(1)
    expect(skew()).to.equal(1)
  })
})
