import { expect } from 'chai'
import { mixedVariants } from '#stages/batch/site/rules/content/mixed-variants.ts'
import { found } from '#test/support/site/site-rules.ts'

describe('rule site-mixed-variants', () => {
  const same = { title: 'Same', words: 3 }

  it('finds one page at addresses that differ in www, scheme, a final slash or capital letters', () => {
    const pages = {
      'https://site.test/a': same,
      'https://site.test/a/': same,
      'https://site.test/A': same,
      'https://www.site.test/a': same,
      'http://site.test/a': same,
      'https://site.test/b': same,
    }
    const [item, ...others] = found(mixedVariants, { pages })
    expect(others).to.deep.equal([])
    expect(item?.urls).to.have.members(Object.keys(pages).filter((url) => !url.endsWith('/b')))
  })

  it('leaves out variants that differ in what they say, redirect, or name a canonical', () => {
    const pages = {
      '/': same,
      '/x': same,
      '/x/': { ...same, title: 'Another' },
      '/y': same,
      '/y/': { ...same, canonical: '/y' },
      '/z/': { ...same, finalUrl: '/z', redirects: [['/z/', 301]] as const },
      '/z': same,
      '/q?a=1': same,
      '/q?a=2': same,
    }
    expect(found(mixedVariants, { pages })).to.deep.equal([])
  })

  it('leaves out variants of which one cannot be indexed, and those with another text', () => {
    const prose = (word: string) => Array.from({ length: 30 }, (_, at) => `${word}${at}`).join(' ')
    const pages = {
      '/a': same,
      '/a/': { ...same, isNoindex: true },
      '/b': same,
      '/b/': { ...same, status: 404 },
      '/c': { ...same, text: prose('one') },
      '/c/': { ...same, text: prose('two') },
      'https://sub.site.test/a': same,
      'https://site.test:8443/a': same,
    }
    expect(found(mixedVariants, { pages })).to.deep.equal([])
  })
})
