import { expect } from 'chai'
import { orphanPage } from '#stages/batch/site/rules/index-control/orphan-page.ts'
import { found, pagesAt } from '#test/support/site/site-rules.ts'

describe('rule site-orphan-page', () => {
  it('finds pages of the sitemap that no page links to', () => {
    const pages = { '/': { links: ['/linked'] }, '/linked': {}, '/alone': { links: ['/alone'] } }
    const probes = { '/never-seen': { status: 200 } }
    const listed = ['/', '/linked', '/alone', '/never-seen', '/not-asked']
    expect(found(orphanPage, { pages, probes, listed })).to.deep.equal(
      pagesAt('/alone', '/never-seen', '/not-asked'),
    )
  })

  it('leaves out the start page, what is linked in any way, errors, redirects and what is blocked', () => {
    const pages = {
      '/': { links: [{ to: '/unfollowed', nofollow: true }, '/old'] },
      '/unfollowed': {},
      '/old': { finalUrl: '/new', redirects: [['/old', 301]] as const },
      '/new': {},
    }
    const probes = {
      '/gone': { status: 404 },
      '/moved': { status: 301, to: '/new' },
      '/no': { error: 'ROBOTS_TXT_BLOCKED' },
    }
    const listed = ['/', '/unfollowed', '/new', '/gone', '/moved', '/no', 'https://other.test/']
    expect(found(orphanPage, { pages, probes, listed })).to.deep.equal([])
  })

  it('leaves out what no sitemap lists, and what another page links to through a redirect', () => {
    const pages = { '/': { links: ['/old'] }, '/new': {}, '/unlisted': {} }
    const probes = { '/old': { status: 301, to: '/older' }, '/older': { status: 301, to: '/new' } }
    expect(found(orphanPage, { pages, probes, listed: ['/', '/new'] })).to.deep.equal([])
  })
})
