import { expect } from 'chai'
import type { CDPSession } from 'puppeteer-core'
import { fileScripts, readScripts, readSheets } from '#stages/render/lab/code/code-texts.ts'

/** A session that answers with the identifier, and fails for `gone`. */
function sessionOf(asked: string[] = []): CDPSession {
  return {
    async send(_method: string, { scriptId, styleSheetId = scriptId }: Record<string, string>) {
      asked.push(styleSheetId ?? '')
      if (styleSheetId === 'gone') throw new Error('No script for this id')
      return { scriptSource: `text of ${styleSheetId}`, text: `text of ${styleSheetId}` }
    },
  } as unknown as CDPSession
}

const script = (scriptId: string, characters: number, hash = scriptId) => ({
  ...{ scriptId, url: `/${scriptId}.js`, characters, hash, inlineMap: null },
})

describe('texts of code', () => {
  it('belong to files that the page requested', () => {
    const names = new Map([['/a.js', '/final.js']])
    const parsed = [
      { scriptId: '1', embedderName: '/a.js', length: 9, hash: 'h', sourceMapURL: 'data:,{}' },
      { scriptId: '2', embedderName: '/', length: 9, hash: 'i' },
      { scriptId: '3', embedderName: '/a.js', length: 9, hash: 'h', sourceMapURL: 'a.js.map' },
    ]
    expect(fileScripts(parsed, names)).to.deep.equal([
      { scriptId: '1', url: '/final.js', characters: 9, hash: 'h', inlineMap: 'data:,{}' },
      { scriptId: '3', url: '/final.js', characters: 9, hash: 'h', inlineMap: null },
    ])
  })

  it('are read once for each content, the longest that fit', async () => {
    const asked: string[] = []
    const read = await readScripts(sessionOf(asked), [
      script('small', 1023),
      script('same', 2_000_000),
      script('copy', 2_000_000, 'same'),
      script('too-long', 1_500_000),
      script('gone', 1024),
    ])
    expect(asked).to.deep.equal(['copy', 'gone'])
    expect(read.map(({ scriptId, text }) => [scriptId, text])).to.deep.equal([
      ['small', null],
      ['same', null],
      ['copy', 'text of copy'],
      ['too-long', null],
      ['gone', null],
    ])
  })

  it('of a style sheet are the same in each document', async () => {
    const asked: string[] = []
    const sheet = (styleSheetId: string, sourceURL: string) =>
      ({ styleSheetId, sourceURL, length: 2000 }) as never
    const headers = [
      sheet('1', '/a.css'),
      sheet('2', '/a.css'),
      sheet('gone', '/b.css'),
      sheet('3', '/other.css'),
    ]
    const names = new Map([
      ['/a.css', '/a.css'],
      ['/b.css', '/b.css'],
    ])
    const read = await readSheets(sessionOf(asked), headers, names)
    expect(asked).to.deep.equal(['1', 'gone'])
    expect(read).to.deep.equal([
      { styleSheetId: '1', url: '/a.css', characters: 2000, text: 'text of 1' },
      { styleSheetId: '2', url: '/a.css', characters: 2000, text: 'text of 1' },
    ])
  })
})
