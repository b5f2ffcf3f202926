import { expect } from 'chai'
import { duplicateContent } from '#stages/batch/site/rules/content/duplicate-content.ts'
import { found, urlsAt } from '#test/support/site/site-rules.ts'

describe('rule site-duplicate-content', () => {
  const words = (count: number, from = 0) =>
    Array.from({ length: count }, (_, at) => `word${from + at}`).join(' ')
  const text = words(300)

  it('finds pages with the same text, and with nearly the same', () => {
    const pages = {
      '/': { text: words(300, 5000) },
      '/a': { text },
      '/b': { text },
      '/c': { text: `${text} more` },
    }
    const [item, ...others] = found(duplicateContent, { pages })
    expect(others).to.deep.equal([])
    expect(item?.urls).to.deep.equal(urlsAt('/a', '/b', '/c'))
    expect(item?.similarity).to.be.within(0.9, 1)
  })

  it('says 1 for the same words, whatever their case, signs and elements', () => {
    const pages = { '/a': { text }, '/b': { text: `<b>${text.toUpperCase().replaceAll(' ', ', ')}</b>.` } }
    expect(found(duplicateContent, { pages })).to.deep.equal([{ urls: urlsAt('/a', '/b'), similarity: 1 }])
  })

  it('leaves out texts of which a half differs, short ones, and pages that name one canonical', () => {
    const pages = {
      '/a': { text },
      '/b': { text: `${words(150)} ${words(150, 9000)}` },
      '/c': { text: 'Nothing here yet.' },
      '/d': { text: 'Nothing here yet.' },
      '/e': { text, canonical: '/a' },
    }
    expect(found(duplicateContent, { pages })).to.deep.equal([])
  })

  it('compares texts from 25 words on', () => {
    const withWords = (count: number) => {
      const pages = { '/a': { text: words(count) }, '/b': { text: words(count) } }
      return found(duplicateContent, { pages })
    }
    expect(withWords(24)).to.deep.equal([])
    expect(withWords(25)).to.deep.equal([{ urls: urlsAt('/a', '/b'), similarity: 1 }])
  })

  it('leaves out pages that cannot be indexed, and language versions of each other', () => {
    const alternates = { en: '/en', 'en-GB': '/gb' }
    const pages = {
      '/en': { text, alternates },
      '/gb': { text, alternates },
      '/noindex': { text, isNoindex: true },
      '/blocked': { text, isAllowed: false },
      '/gone': { text, status: 404 },
    }
    expect(found(duplicateContent, { pages })).to.deep.equal([])
  })

  it('has groups of their own for texts of their own', () => {
    const other = words(300, 7000)
    const pages = { '/a': { text }, '/b': { text: other }, '/c': { text }, '/d': { text: other } }
    expect(found(duplicateContent, { pages })).to.deep.equal([
      { urls: urlsAt('/a', '/c'), similarity: 1 },
      { urls: urlsAt('/b', '/d'), similarity: 1 },
    ])
  })
})
