import { expect } from 'chai'
import { groupsOf } from '#shared/operations/metadata.ts'

describe('metadata groups', () => {
  for (const [fields, groups] of [
    ['basic', ['basic']],
    ['og,basic', ['basic', 'og']],
    ['og, basic ,og', ['basic', 'og']],
    ['all', ['all']],
    ['all,tier1', ['tier1', 'all']],
  ] as const) {
    it(`of "${fields}" are ${groups.join()}: without doubles, in one order`, () => {
      expect(groupsOf(fields)).to.deep.equal(groups)
    })
  }
})
