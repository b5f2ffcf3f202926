import { expect } from 'chai'
import { analyseScripts } from '#stages/render/lab/code/analyse-code.ts'

const polyfilled = `Array.prototype.at = function () { "${'x'.repeat(6000)}" };`
const script = (path: string, text: string | null = polyfilled, hash = path) => ({
  ...{ scriptId: path, url: `https://a.example${path}`, characters: 6000, hash, text, inlineMap: null },
})

describe('the analysis of code', () => {
  it('finds duplicated and legacy code, and leaves out what was not read', () => {
    const scripts = [script('/a.js'), script('/b.js', null, '/a.js'), script('/c.js', null)]
    const { duplicatedCode, legacyCode } = analyseScripts({ scripts, budgetMs: 1000 })
    expect(duplicatedCode?.map(({ copies }) => copies.length)).to.deep.equal([2])
    expect(legacyCode?.map(({ url }) => url)).to.deep.equal(['https://a.example/a.js'])
  })

  it('ends with its time', () => {
    const { legacyCode } = analyseScripts({ scripts: [script('/a.js')], budgetMs: 0 })
    expect(legacyCode).to.deep.equal([])
  })
})
