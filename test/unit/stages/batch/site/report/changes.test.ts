import { expect } from 'chai'
import { changesSince } from '#stages/batch/site/report/changes.ts'
import { type SitePlan, siteOf, urlOf } from '#test/support/site/site-builder.ts'

const changes = (now: SitePlan, before: SitePlan) => changesSince(siteOf(now), siteOf(before), 'earlier')

describe('changes since an earlier batch', () => {
  it('are findings that are new, fixed or the same, by rule and page', () => {
    const before = {
      pages: {
        '/a': { links: ['/b', '/c'], title: 'x' },
        '/b': { links: ['/a'], title: 'x' },
        '/c': { status: 404 },
      },
    }
    const now = {
      pages: {
        '/a': { links: ['/b', '/c', '/d'], title: 'x' },
        '/b': { links: ['/a'], title: 'y' },
        '/c': { status: 410 },
        '/d': { status: 404 },
      },
    }
    const found = changes(now, before)
    expect(found).to.deep.include({ batch: 'earlier', pages_added: [urlOf('/d')], pages_gone: [] })
    expect(found.new).to.deep.equal([{ id: 'site-broken-link', url: urlOf('/d'), status: 404 }])
    expect(found.fixed).to.deep.equal([
      { id: 'site-duplicate-title', value: 'x', urls: ['/a', '/b'].map(urlOf) },
    ])
    // The broken link to /c, whatever its status, and the single inlink of /b.
    expect(found.unchanged).to.equal(2)
  })

  it('name only the pages of a group that are new in it', () => {
    const same = { title: 'x' }
    const found = changes(
      { pages: { '/a': same, '/b': same, '/c': same }, isCrawl: false },
      { pages: { '/a': same, '/b': same }, isCrawl: false },
    )
    expect(found.new).to.deep.equal([{ id: 'site-duplicate-title', value: 'x', urls: [urlOf('/c')] }])
    expect([found.fixed_total, found.unchanged, found.pages_added_total]).to.deep.equal([0, 2, 1])
  })

  it('are none where a site only spells its URLs in another way', () => {
    const before = {
      pages: { '/': { links: ['/caf%C3%A9', '/b'] }, '/caf%C3%A9': { links: ['/gone/%C3%A9'] }, '/b': {} },
      probes: { '/gone/%C3%A9': { status: 404 } },
    }
    const now = {
      pages: { '/': { links: ['/caf%c3%a9', '/b'] }, '/caf%c3%a9': { links: ['/gone/%c3%a9'] }, '/b': {} },
      probes: { '/gone/%c3%a9': { status: 404 } },
    }
    const found = changes(now, before)
    expect([found.new, found.fixed, found.pages_added, found.pages_gone]).to.deep.equal([[], [], [], []])
    expect(found.unchanged).to.be.above(0)
  })

  it('tell language versions of one page apart', () => {
    const page = (alternates: Record<string, string>) => ({
      pages: { '/en': { alternates }, '/de': {}, '/fr': {} },
      isCrawl: false,
    })
    const found = changes(page({ de: '/de' }), page({ de: '/de', fr: '/fr' }))
    expect(found.fixed).to.deep.equal([
      { id: 'site-hreflang-no-return', url: urlOf('/en'), target: urlOf('/fr'), hreflang: 'fr' },
    ])
    expect([found.new_total, found.unchanged]).to.deep.equal([0, 1])
  })

  it('are of the rules that audited pages failed, too, in whatever order these came', () => {
    const audited = (...rules: string[]) => ({ overall: 50, failedRules: rules })
    const before = {
      pages: { '/a': audited('one', 'two'), '/b': audited('one'), '/z': audited('one') },
      isCrawl: false,
    }
    const now = {
      pages: { '/c': audited(), '/b': audited('one', 'three'), '/a': audited('two') },
      isCrawl: false,
    }
    expect(changes(now, before)).to.deep.equal({
      ...{ batch: 'earlier', unchanged: 2 },
      ...{ new: [{ rule_id: 'three', url: urlOf('/b') }], new_total: 1 },
      fixed: [
        { rule_id: 'one', url: urlOf('/a') },
        { rule_id: 'one', url: urlOf('/z') },
      ],
      fixed_total: 2,
      ...{ pages_added: [urlOf('/c')], pages_added_total: 1, pages_gone: [urlOf('/z')], pages_gone_total: 1 },
    })
  })

  it('are none where a rule could not be decided on the page in either batch', () => {
    const page = (failedRules: readonly string[], undecidedRules: readonly string[] = []) => ({
      pages: { '/': { overall: 50, failedRules, undecidedRules } },
      isCrawl: false,
    })
    const isNone = ({ new_total, fixed_total }: ReturnType<typeof changes>) =>
      expect([new_total, fixed_total]).to.deep.equal([0, 0])
    isNone(changes(page(['one']), page([], ['one'])))
    isNone(changes(page([], ['one']), page(['one'])))
    isNone(changes(page([], ['one']), page([], ['one', 'two'])))
    // The page was not read in one of them, or not audited.
    const failed = { pages: {}, failures: { '/': { code: 'TIMEOUT' } }, isCrawl: false }
    isNone(changes(page(['one']), failed))
    isNone(changes(failed, page(['one'])))
    isNone(changes(page(['one']), { pages: { '/': {} }, isCrawl: false }))
    const found = changes(page(['one', 'two'], ['three']), page(['three', 'four'], ['one']))
    expect([found.new, found.fixed]).to.deep.equal([
      [{ rule_id: 'two', url: urlOf('/') }],
      [{ rule_id: 'four', url: urlOf('/') }],
    ])
  })

  it('are none of a site rule where the page, or one with the link, was not read in the other batch', () => {
    const start = { links: ['/a', '/b', '/gone'] }
    const both = { '/': start, '/a': { title: 'x' }, '/b': { title: 'x' }, '/gone': { status: 404 } }
    const { '/b': _, '/gone': __, ...rest } = both
    const unread = { pages: rest, failures: { '/b': { code: 'TIMEOUT' }, '/gone': { code: 'TIMEOUT' } } }
    for (const found of [changes(unread, { pages: both }), changes({ pages: both }, unread)])
      for (const list of [found.new, found.fixed])
        expect(list.map(({ id }) => id)).to.not.include.members(['site-duplicate-title', 'site-broken-link'])
    // The start page, which has the link, was not read.
    const nothing = { pages: {}, failures: { '/': { code: 'TIMEOUT' } } }
    expect(changes(nothing, { pages: both }).fixed.map(({ id }) => id)).to.not.include('site-broken-link')
    const mended = { ...both, '/': { links: ['/a', '/b'] }, '/b': { title: 'y' } }
    expect(changes({ pages: mended }, { pages: both }).fixed.map(({ id }) => id)).to.include.members([
      'site-duplicate-title',
      'site-broken-link',
    ])
  })

  it('leave out rules that only one of the batches could apply', () => {
    const pages = { '/': { links: ['/gone'] }, '/gone': { status: 404 } }
    const found = changes({ pages }, { pages, isCrawl: false })
    expect([found.new_total, found.fixed_total]).to.deep.equal([0, 0])
  })

  it('are none against itself, and show the first 1,000', () => {
    const pages = Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`/${at}`, { title: 'x' }]))
    const same = changes({ pages, isCrawl: false }, { pages, isCrawl: false })
    expect(same).to.include({ new_total: 0, fixed_total: 0, unchanged: 1001 })
    const found = changes({ pages, isCrawl: false }, { pages: { '/x': {} }, isCrawl: false })
    expect([found.pages_added.length, found.pages_added_total]).to.deep.equal([1000, 1001])
    expect(found.new[0]?.urls).to.have.length(100)
  })
})
