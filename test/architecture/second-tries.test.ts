import { expect } from 'chai'
import { readSource, sourceFiles } from '#test/support/source/source-files.ts'

/** Parts whose races cost users data: their tests hold at the first try. */
const NEVER =
  /^test\/(unit|contract|golden|architecture)\/|\/(consumer|stage|inspections|batches|batch|crash|coalescing)\//

const declares = (path: string) => /^maySecondTry\(/m.test(readSource(path))

describe('second tries', () => {
  const declaring = sourceFiles(['test']).filter((path) => path.endsWith('.test.ts') && declares(path))

  it('are declared by no test of consumer, stage, inspections and batch, and by no unit test', () => {
    expect(declaring.filter((path) => NEVER.test(path))).to.deep.equal([])
  })

  it('are declared by files that start a browser alone', () => {
    const withBrowser = /requireBrowser|test\/support\/browser|makeContractFixture/
    const startsOne = (path: string) => path.startsWith('test/browser/') || withBrowser.test(readSource(path))
    expect(declaring.filter((path) => !startsOne(path))).to.deep.equal([])
  })
})
