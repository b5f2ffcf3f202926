import { expect } from 'chai'
import { faultRows } from '#infra/faults/fault-rows.ts'
import { sandbox } from '#test/support/sandbox.ts'

describe('rows of faults', () => {
  it('are the folders of tests, each with its files', async () => {
    const box = await sandbox()
    const files = ['crash/parts.test.ts', 'crash/batch.test.ts', 'crash/crashes.ts', 'poison/poison.test.ts']
    for (const file of files) await box.write(`test/faults/${file}`, '')
    expect(faultRows(box.folder)).to.deep.equal([
      { name: 'crash', files: ['test/faults/crash/batch.test.ts', 'test/faults/crash/parts.test.ts'] },
      { name: 'poison', files: ['test/faults/poison/poison.test.ts'] },
    ])
    await box.remove()
  })
})
