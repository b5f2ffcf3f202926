import { createHash } from 'node:crypto'
import { expect } from 'chai'
import * as cheerio from 'cheerio'
import { NOT_FOUND_POLICY, notFoundPage } from '#gateway/server/pages/not-found.ts'

const about = { message: 'There is no <such> file', requestId: 'request-1' }
const homeFrom = (path: string) => {
  const document = cheerio.load(notFoundPage({ path, ...about }))
  return document('a.primary')
    .toArray()
    .map((link) => new URL(document(link).attr('href') ?? '', `http://probe.example/below${path}`).href)
}

describe('page of a path where nothing is', () => {
  for (const path of ['/a', '/a/', '/a/b', '/a/b/c.png', '/docs/', '//a']) {
    it(`leads home from ${path}, also below the path of a proxy`, () => {
      expect(homeFrom(path)).to.deep.equal(['http://probe.example/below/'])
    })
  }

  it('leads to the documentation, and says what is missing and the id of the request', () => {
    const document = cheerio.load(notFoundPage({ path: '/a/b', ...about }))
    expect(document('main a[href="../docs"]').text()).to.equal('API reference')
    expect(document('main').text()).to.include('There is no <such> file.').and.include('request-1')
    expect(document('meta[name=robots]').attr('content')).to.equal('noindex')
  })

  it('shows nothing of the path', () => {
    expect(notFoundPage({ path: '/</style><script>', ...about })).not.to.include('<script')
  })

  it('has a policy that lets its own style in, and nothing else', () => {
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(notFoundPage({ path: '/', ...about })) ?? []
    const digest = createHash('sha256').update(style).digest('base64')
    expect(NOT_FOUND_POLICY.split('; ')).to.include.members([
      "default-src 'none'",
      `style-src 'sha256-${digest}'`,
    ])
    expect(NOT_FOUND_POLICY).not.to.match(/unsafe|https?:|\*|script-src/)
  })
})
