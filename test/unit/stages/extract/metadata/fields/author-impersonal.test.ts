import { expect } from 'chai'
import { indexFacts } from '#stages/extract/facts/fact-index.ts'
import { folded, isImpersonal, isNobody } from '#stages/extract/metadata/fields/author-impersonal.ts'
import { factsOf, fetched } from '../../pages.ts'

describe('a name without what spellings differ in', () => {
  for (const [text, plain] of [
    ['Ann  Doe', 'anndoe'],
    ['ann.doe', 'anndoe'],
    ["Conan O'Brien-Roe", 'conanobrienroe'],
    ['Éloïse ROUX', 'éloïseroux'],
    ['ИВАН Петров', 'иванпетров'],
    ['王 小明', '王小明'],
    ['jdoe_77', 'jdoe77'],
    ['—', ''],
  ] as const)
    it(`${text}: ${plain}`, () => expect(folded(text)).to.equal(plain))
})

describe('accounts behind which nobody stands', () => {
  for (const name of [
    'admin',
    'Admin',
    'WP-Admin',
    'site admin',
    'admin2',
    'Administrador',
    'Webmaster',
    'root',
    'Autor',
    'Gast',
    'Unknown',
  ])
    it(name, () => expect(isNobody(name)).to.equal(true))
  for (const name of ['Ann Doe', 'Ann Admin', 'Adminah Roe', 'Rooter', 'Gastón Ruiz', 'Userin', '王小明', ''])
    it(`not: '${name}'`, () => expect(isNobody(name)).to.equal(false))
})

describe('names of the site and its accounts', () => {
  const head = '<meta property="og:site_name" content="The Daily Post">'
  const page = (html: string, url = 'https://www.dailypost.example/a') =>
    isImpersonal(indexFacts(factsOf(html, { url }), fetched(html, { url })))

  for (const name of [
    'The Daily Post',
    'the daily-post',
    'Daily Post',
    'dailypost.example',
    'Daily Post Staff',
    'Team Dailypost',
    'Redaktion',
    'Die Redaktion',
    'La Rédaction',
    'La Redacción',
    'Redação',
    'Editorial Staff',
    'Newsdesk',
    'Editors',
    'The Editorial Board',
    'Редакция',
    '編集部',
    'Muster GmbH',
    'Muster e. V.',
    'Acme Inc.',
    'Acme, Ltd',
    'muster.de',
  ])
    it(name, () => expect(page(head)(name)).to.equal(true))

  for (const name of ['Ann Doe', 'Max Redakteur', 'Jan Agten', 'Incarnación Ruiz', '王小明', 'محمد علي'])
    it(`not: ${name}`, () => expect(page(head)(name)).to.equal(false))

  it('a short label of a host is a part of many names', () => {
    const isOfSite = page('', 'https://www.ann.example/')
    expect(isOfSite('Susann Doe')).to.equal(false)
    expect(isOfSite('Ann')).to.equal(true)
  })

  it('the beginning of a host names it', () => {
    expect(page(head)('Daily')).to.equal(true)
    expect(page(head)('Post')).to.equal(false)
  })

  it('a page without a site name has none', () => {
    expect(page('')('The Daily Chronicle')).to.equal(false)
  })

  it('hosts are addresses, and names too', () => {
    const isOfSite = page('', 'http://127.0.0.1:8080/')
    expect([isOfSite('Ann Doe'), isOfSite('Redaktion')]).to.deep.equal([false, true])
  })
})
