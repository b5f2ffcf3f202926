import { cpus } from 'node:os'
import { expect } from 'chai'
import { machineBusyMs } from '#stages/render/adapters/machine-cpu.ts'

describe('busy time of the machine', () => {
  it('is about what the system says of its cores', function () {
    const before = machineBusyMs()
    if (before === null) this.skip()
    const perCore = cpus().map(({ times: { user, nice, sys, irq } }) => user + nice + sys + irq)
    const known = perCore.reduce((sum, ms) => sum + ms, 0)
    const after = machineBusyMs()
    // Each core's fields are rounded for themselves, and the system's calls leave out two of the fields.
    expect(known).to.be.within(Number(before) * 0.8, Number(after) * 1.01)
  })

  it('grows by what this process works', function () {
    const before = machineBusyMs()
    if (before === null) this.skip()
    const from = process.cpuUsage()
    const workedMs = () => (process.cpuUsage(from).user + process.cpuUsage(from).system) / 1000
    while (workedMs() < 80);
    expect(Number(machineBusyMs()) - before).to.be.at.least(50)
  })
})
