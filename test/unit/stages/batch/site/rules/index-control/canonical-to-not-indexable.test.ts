import { expect } from 'chai'
import { canonicalToNotIndexable } from '#stages/batch/site/rules/index-control/canonical-to-not-indexable.ts'
import { found, urlOf } from '#test/support/site/site-rules.ts'

describe('rule site-canonical-to-not-indexable', () => {
  it('finds canonicals that cannot be indexed, with the reason', () => {
    const pages = {
      '/1': { canonical: '/gone' },
      '/2': { canonical: '/noindex' },
      '/3': { canonical: '/moved' },
      '/4': { canonical: '/no' },
      '/noindex': { isNoindex: true },
    }
    const probes = {
      '/gone': { status: 404 },
      '/moved': { status: 301, to: '/' },
      '/no': { error: 'ROBOTS_TXT_BLOCKED' },
    }
    const item = (path: string, canonical: string, reason: string) => ({
      ...{ url: urlOf(path), canonical: urlOf(canonical), reason },
    })
    expect(found(canonicalToNotIndexable, { pages, probes })).to.deep.equal([
      item('/1', '/gone', 'error'),
      item('/2', '/noindex', 'noindex'),
      item('/3', '/moved', 'redirect'),
      item('/4', '/no', 'blocked'),
    ])
  })

  it('leaves out canonicals that can be indexed, the page itself, chains, and what was not asked', () => {
    const pages = {
      '/a': { canonical: '/b' },
      '/b': { canonical: '/c' },
      '/c': {},
      '/d': { canonical: '/d', isNoindex: true },
      '/e': { canonical: '/unknown' },
    }
    expect(found(canonicalToNotIndexable, { pages })).to.deep.equal([])
  })
})
