import { expect } from 'chai'
import { isFirstPage, pageNumberOf } from '#stages/score/audit/derived/page/page-address.ts'

const isFirst = (page: string, other: string) => {
  const series = pageNumberOf(new URL(page))
  return series !== null && isFirstPage(series, new URL(other))
}

describe('page numbers', () => {
  it('stand in the query or at the end of the path', () => {
    expect(pageNumberOf(new URL('https://a.example/list?sort=x&Page=12'))?.number).to.equal(12)
    expect(pageNumberOf(new URL('https://a.example/blog/page/3/'))?.number).to.equal(3)
    expect(pageNumberOf(new URL('https://a.example/blog/page-4'))?.number).to.equal(4)
  })

  it('are none for first pages, for other numbers and for other parameters', () => {
    for (const url of ['?page=1', '?page=0', '?p=4711', '?page=two', 'homepage2', 'page/', '?id=2'])
      expect(pageNumberOf(new URL(url, 'https://a.example/')), url).to.equal(null)
  })

  it('know the addresses of the first page', () => {
    expect(isFirst('https://a.example/list?page=2', 'https://a.example/list')).to.equal(true)
    expect(isFirst('https://a.example/list?page=2', 'https://a.example/list/?page=1')).to.equal(true)
    expect(isFirst('https://a.example/list?page=2', 'https://a.example/list?page=3')).to.equal(false)
    expect(isFirst('https://a.example/page/2', 'https://a.example/')).to.equal(true)
    expect(isFirst('https://a.example/blog/page/2/', 'https://a.example/blog/page/1/')).to.equal(true)
    expect(isFirst('https://a.example/blog/page/2/', 'https://a.example/')).to.equal(false)
  })
})
