import { expect } from 'chai'
import type { Element } from 'domhandler'
import { fileNamesOf } from '#stages/score/audit/rules/content/images/file-names.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

function names(html: string): string[] {
  const [image] = auditFacts({ html }).document.byTag('img', 'input')
  return [...fileNamesOf(image as Element)]
}

// ACT 9eb3f6 and HTML Standard, 4.8.4.3: the image sources of the source set.
describe('file names of an image', () => {
  it('are the last part of the path, without query and fragment, in lower case', () => {
    expect(names('<img src="/a/B.PNG?c=/d.gif#e">')).to.deep.equal(['b.png'])
    expect(names('<input type=image src="https://example.com/go">')).to.deep.equal(['go'])
  })
  it('are those of srcset and of the sources of a picture before it', () => {
    const html =
      '<picture><source srcset="/a.webp 1x, /b.webp 2x"><img src=/c.png srcset="/d.png 2x"><source srcset=/e></picture>'
    expect(names(html)).to.have.members(['c.png', 'd.png', 'a.webp', 'b.webp'])
  })
  it('are read as written and decoded, also where they cannot be decoded', () => {
    expect(names('<img src="/caf%C3%A9">')).to.deep.equal(['caf%c3%a9', 'café'])
    expect(names('<img src="/100%">')).to.deep.equal(['100%'])
  })
  it('are none of data, of folders, or without a source', () => {
    expect(names('<img src="data:image/png;base64,a/b.png">')).to.deep.equal([])
    expect(names('<img src="/a/">')).to.deep.equal([])
    expect(names('<img>')).to.deep.equal([])
  })
})
