import { expect } from 'chai'
import { isDataUrl, largestCandidate, parseSrcset } from '#shared/page/srcset.ts'

const sizes = (srcset: string) =>
  parseSrcset(srcset).candidates.map(({ url, width, density }) => [url, width ?? `${density}x`])

describe('srcset (HTML Standard 4.8.4.2.2)', () => {
  it('holds addresses with widths or densities', () => {
    expect(sizes('a.png 400w, b.png 800w')).to.deep.equal([
      ['a.png', 400],
      ['b.png', 800],
    ])
    expect(sizes('a.png, b.png 1.5x,c.png .5e1x')).to.deep.equal([
      ['a.png', '1x'],
      ['b.png', '1.5x'],
      ['c.png', '5x'],
    ])
    expect(sizes('a.png 400w 300h')).to.deep.equal([['a.png', 400]])
  })

  it('holds addresses with commas, but not at their ends', () => {
    expect(sizes('w_1,h_2/a.png, data:image/gif;base64,R0 2x')).to.deep.equal([
      ['w_1,h_2/a.png', '1x'],
      ['data:image/gif;base64,R0', '2x'],
    ])
    expect(sizes('a.png,b.png 2x')).to.deep.equal([['a.png,b.png', '2x']])
  })

  it('drops what has no readable size', () => {
    for (const fault of ['400px', '0w', '-1x', '400', '400w 2x', '300h', '1x 2x', '(1,2) 1x'])
      expect(parseSrcset(`a.png ${fault}, b.png 2x`), fault).to.deep.include({
        candidates: [{ url: 'b.png', width: null, density: 2 }],
        faults: [`"${fault}" is no size`],
      })
  })

  it('may hold nothing', () => {
    for (const nothing of ['', ' ', ',', ' , ,']) expect(sizes(nothing)).to.deep.equal([])
  })

  it('is read to a bound', () => {
    expect(parseSrcset('a 1w,'.repeat(100_000)).candidates.length).to.be.at.most(100)
  })
})

describe('the largest candidate of a srcset', () => {
  for (const [srcset, expected] of [
    ['', null],
    [' , , ', null],
    ['a.png', 'a.png'],
    ['a.png,b.png 2x', 'a.png,b.png'],
    ['a.png, b.png 2x,', 'b.png'],
    ['s.png 480w, l.png 1200w, m.png 800w', 'l.png'],
    ['data:image/png;base64,AA== 3x, b.png 2x', 'b.png'],
    ['/w_1,h_2/a.png 1x, /w_2,h_4/a.png 2x', '/w_2,h_4/a.png'],
    ['a.png, b.png 300w', 'b.png'],
    ['a.png 1x, b.png 1x', 'a.png'],
    ['a.png 400px, b.png 10w', 'b.png'],
    ['a.png 400px', null],
  ] as const) {
    it(`of "${srcset}" is ${expected}`, () => expect(largestCandidate(srcset)).to.equal(expected))
  }
})

describe('a data: URL', () => {
  it('is told by its scheme in any case', () => {
    expect(['data:,', 'DATA:image/png;base64,AA'].every(isDataUrl)).to.equal(true)
    expect(['/data:x', 'https://a.example/data:', ''].some(isDataUrl)).to.equal(false)
  })
})
