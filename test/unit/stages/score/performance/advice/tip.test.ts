import { expect } from 'chai'
import { kib, ms, nameOf, plural } from '#stages/score/performance/advice/tip.ts'

describe('wording of tips', () => {
  it('figures are as people read them', () => {
    expect([ms(1234.5), ms(0.4)]).to.deep.equal(['1,235 ms', '0 ms'])
    expect([kib(1536), kib(2_731_008)]).to.deep.equal(['1.5 KiB', '2,667 KiB'])
  })

  it('one is one, and none are many', () => {
    expect([plural(1, 'image'), plural(0, 'image'), plural(1200, 'image')]).to.deep.equal([
      '1 image',
      '0 images',
      '1,200 images',
    ])
    expect(plural(2, 'file of another site', 'files of other sites')).to.equal('2 files of other sites')
  })

  it('a file is named by host and path, its end when that is long', () => {
    expect(nameOf('https://shop.example:8080/a/b.js?v=1#x')).to.equal('shop.example:8080/a/b.js')
    const name = nameOf(`https://shop.example/${'x'.repeat(200)}/b.js`)
    expect(name).to.match(/^…x+\/b\.js$/)
    expect(name).to.have.length(80)
  })
})
