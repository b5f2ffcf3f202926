import { expect } from 'chai'
import { countPages } from '#stages/render/print/pdf-pages.ts'

const pdf = (...objects: string[]) => countPages(Buffer.from(objects.join('\n'), 'latin1'))

describe('countPages', () => {
  it('is the count of the root, wherever it stands', () => {
    const leaf = '4 0 obj\n<</Type /Pages\n/Count 8\n/Parent 9 0 R>>\nendobj'
    const root = '9 0 obj\n<</Type /Pages\n/Count 11\n/Kids [4 0 R 5 0 R]>>\nendobj'
    expect([pdf(leaf, root), pdf(root, leaf)]).to.deep.equal([11, 11])
  })

  it('does not count the entries of the outline', () => {
    expect(pdf('<</Type /Pages\n/Count 2\n>>', '<</Type /Outlines\n/Count 900\n>>')).to.equal(2)
  })

  it('is 0 for what is no PDF', () => {
    expect([pdf(''), pdf('/Type /Pages\n/Count many')]).to.deep.equal([0, 0])
  })
})
