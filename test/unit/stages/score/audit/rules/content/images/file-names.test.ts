import { expect } from 'chai'
import type { Element } from 'domhandler'
import { isFileNameOf } from '#stages/score/audit/rules/content/images/file-names.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

/** Those of the texts that are a file name of the image. */
function namesAmong(texts: readonly string[], html: string): string[] {
  const [image] = auditFacts({ html }).document.byTag('img', 'input')
  return texts.filter((text) => isFileNameOf(image as Element, text))
}

// ACT 9eb3f6 and HTML Standard, 4.8.4.3: the image sources of the source set.
describe('file names of an image', () => {
  it('are the last part of the path, without query and fragment, in lower case', () => {
    const texts = ['b.png', 'B.png', 'b', 'a', 'd.gif', 'e', '/a/b.png']
    expect(namesAmong(texts, '<img src="/a/B.PNG?c=/d.gif#e">')).to.deep.equal(['b.png', 'B.png'])
    expect(namesAmong(['go'], '<input type=image src="https://example.com/go">')).to.deep.equal(['go'])
  })
  it('are those of srcset and of the sources of a picture before it', () => {
    const html =
      '<picture><source srcset="/a.webp 1x, /b.webp 2x"><img src=/c.png srcset="/d.png 2x"><source srcset=/e></picture>'
    const texts = ['a.webp', 'b.webp', 'c.png', 'd.png', 'e']
    expect(namesAmong(texts, html)).to.deep.equal(['a.webp', 'b.webp', 'c.png', 'd.png'])
  })
  it('are read as written and decoded, also where they cannot be decoded', () => {
    expect(namesAmong(['CAF%C3%A9', 'Café'], '<img src="/caf%C3%A9">')).to.deep.equal(['CAF%C3%A9', 'Café'])
    expect(namesAmong(['b c'], '<img srcset="/b%20c 2x">')).to.deep.equal(['b c'])
    expect(namesAmong(['100%'], '<img src="/100%">')).to.deep.equal(['100%'])
  })
  it('are none of data, of folders, or without a source', () => {
    expect(namesAmong(['b.png'], '<img src="data:image/png;base64,a/b.png">')).to.deep.equal([])
    expect(namesAmong(['', 'a'], '<img src="/a/">')).to.deep.equal([])
    expect(namesAmong(['', 'a'], '<img>')).to.deep.equal([])
  })
})
