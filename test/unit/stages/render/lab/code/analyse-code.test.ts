import { expect } from 'chai'
import { analyseCode } from '#stages/render/lab/code/analyse-code.ts'

const polyfilled = `Array.prototype.at = function () { "${'x'.repeat(6000)}" };`
const script = (path: string, text: string | null = polyfilled, hash = path) => ({
  ...{ scriptId: path, url: `https://a.example${path}`, characters: 6000, hash, text, inlineMap: null },
})

const covered = { scripts: new Map(), sheets: new Map() }

describe('the analysis of code', () => {
  it('finds duplicated and legacy code, and leaves out what was not read', () => {
    const scripts = [script('/a.js'), script('/b.js', null, '/a.js'), script('/c.js', null)]
    const { duplicatedCode, legacyCode } = analyseCode({
      scripts,
      sheets: [],
      coverage: covered,
      budgetMs: 1000,
    })
    expect(duplicatedCode?.map(({ copies }) => copies.length)).to.deep.equal([2])
    expect(legacyCode?.map(({ url }) => url)).to.deep.equal(['https://a.example/a.js'])
  })

  it('measures what is used of scripts and style sheets, the files with the most unused code first', () => {
    const [first, second] = [script('/a.js', null), script('/b.js', null)]
    const sheet = { styleSheetId: '1', url: 'https://a.example/a.css', text: 'p{color:red}b{top:0}' }
    const used = new Map([
      ['/a.js', Int32Array.of(0, 6000, 1, 10, 20, 0)],
      ['/b.js', Int32Array.of(0, 6000, 1, 100, 1100, 0)],
    ])
    const coverage = { scripts: used, sheets: new Map([['1', Int32Array.of(0, 12)]]) }
    const found = analyseCode({ scripts: [first, second], sheets: [sheet], coverage, budgetMs: 1000 })
    expect(found.coverage?.map(({ url, unusedCharacters }) => [url, unusedCharacters])).to.deep.equal([
      ['https://a.example/b.js', 1000],
      ['https://a.example/a.js', 10],
      ['https://a.example/a.css', 8],
    ])
  })

  it('ends with its time', () => {
    const { legacyCode } = analyseCode({
      scripts: [script('/a.js')],
      ...{ sheets: [], coverage: covered, budgetMs: 0 },
    })
    expect(legacyCode).to.deep.equal([])
  })
})
