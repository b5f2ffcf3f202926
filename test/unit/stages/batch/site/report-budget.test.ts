import { expect } from 'chai'
import { readConfig } from '#shared/config/config.ts'
import { reportBudget } from '#stages/batch/site/report-budget.ts'

describe('reportBudget', () => {
  it('is that of the settings', () => {
    const config = readConfig({ BATCH_REPORT_SECONDS: '7', BATCH_REPORT_MEMORY_MB: '90' })
    expect(reportBudget(config)).to.deep.equal({ timeoutMs: 7000, memoryMb: 90 })
  })
})
