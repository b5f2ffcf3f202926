import { expect } from 'chai'
import { metadataFor } from '../../pages.ts'

const origin = 'https://www.example.com'

describe('icons and manifest', () => {
  it('all kinds, in order, with what they say of themselves', () => {
    const html = `<link rel="Shortcut Icon" href="/f.ico"><link rel=icon type=image/svg+xml href=/i.svg sizes=ANY>
      <link rel=apple-touch-icon-precomposed sizes="72x72 96x96" href=/a.png><link rel=mask-icon href=/m.svg color=red>
      <link rel=icon href="data:image/png;base64,AA"><link rel=stylesheet href=/s.css><link rel=icon href="http://[">`
    expect(metadataFor(html, { groups: ['icons'] }).icons).to.deep.equal([
      { rel: 'shortcut icon', url: `${origin}/f.ico` },
      { rel: 'icon', url: `${origin}/i.svg`, type: 'image/svg+xml', sizes: 'any' },
      { rel: 'apple-touch-icon-precomposed', url: `${origin}/a.png`, sizes: '72x72 96x96' },
      { rel: 'mask-icon', url: `${origin}/m.svg` },
    ])
  })

  it('/favicon.ico where no link has the keyword icon', () => {
    const fallback = { rel: 'icon', url: `${origin}/favicon.ico` }
    expect(metadataFor('', { groups: ['icons'] }).icons).to.deep.equal([fallback])
    expect(metadataFor('<link rel=mask-icon href=/m.svg>', { groups: ['icons'] }).icons).to.have.length(2)
    expect(metadataFor('<link rel=icon href="data:,">', { groups: ['icons'] }).icons).to.deep.equal([])
  })

  it('manifest, absolute', () => {
    expect(metadataFor('<link rel=manifest href="m.json">').manifest_url).to.equal(`${origin}/a/m.json`)
    expect(metadataFor('').manifest_url).to.equal(null)
  })
})
