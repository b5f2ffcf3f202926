import { expect } from 'chai'
import { styleCoverage } from '#stages/render/lab/code/coverage/style-coverage.ts'

const url = 'https://a.example/a.css'
const text = '@font-face { }a { }b { }c { }'
const usage = (styleSheetId: string, selector: string, used = true) => {
  const startOffset = text.indexOf(selector)
  return { styleSheetId, startOffset, endOffset: startOffset + 5, used }
}

describe('coverage of style sheets', () => {
  it('counts rules as used that match in one of the documents with the file', () => {
    const sheets = [
      { styleSheetId: '1', url, text },
      { styleSheetId: '2', url, text },
      { styleSheetId: '3', url: 'https://a.example/unused.css', text },
    ]
    const used = [
      usage('1', 'a {'),
      usage('2', 'a {'),
      usage('2', 'b {'),
      usage('3', 'c {', false),
      usage('4', 'c {'),
    ]
    expect(styleCoverage(sheets, used)).to.deep.equal([
      { url, kind: 'stylesheet', characters: 29, unusedCharacters: 5 },
      { url: 'https://a.example/unused.css', kind: 'stylesheet', characters: 29, unusedCharacters: 15 },
    ])
  })
})
