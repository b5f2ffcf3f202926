import { expect } from 'chai'
import { analyseCode } from '#stages/render/lab/code/analyse-code.ts'

const polyfilled = `Array.prototype.at = function () { "${'x'.repeat(6000)}" };`
const script = (path: string, text: string | null = polyfilled, hash = path) => ({
  ...{ scriptId: path, url: `https://a.example${path}`, characters: 6000, hash, text, inlineMap: null },
})

describe('the analysis of code', () => {
  it('finds duplicated and legacy code, and leaves out what was not read', async () => {
    const scripts = [script('/a.js'), script('/b.js', null, '/a.js'), script('/c.js', null)]
    const { coverage, duplicatedCode, legacyCode } = await analyseCode({ coverage: [], scripts }, 1000)
    expect(coverage).to.deep.equal([])
    expect(duplicatedCode?.map(({ copies }) => copies.length)).to.deep.equal([2])
    expect(legacyCode?.map(({ url }) => url)).to.deep.equal(['https://a.example/a.js'])
  })

  it('ends with its time', async () => {
    const { legacyCode } = await analyseCode({ coverage: [], scripts: [script('/a.js')] }, 0)
    expect(legacyCode).to.deep.equal([])
  })
})
