import { expect } from 'chai'
import { linesFrom, rejectedLines } from '#stages/batch/frontier/line-group.ts'
import { crawlRules, page } from '#test/contract/frontier/batch-scene.ts'
import { lineGroup } from '#test/contract/frontier/submissions/line-groups.ts'

describe('rejectedLines', () => {
  const group = lineGroup(4, ['http://a.example/', { reason: 'no URL' }, 'http://b.example/', null])
  const list = { crawl: null }

  it('has wrong lines and those whose page is known, in order', () => {
    const duplicate = { line: 4, reason: 'duplicate of an earlier line' }
    const wrong = { line: 5, reason: 'no URL' }
    expect(rejectedLines(list, group, [false, true])).to.deep.equal([duplicate, wrong])
    expect(rejectedLines(list, group, [true, true])).to.deep.equal([wrong])
  })

  it('goes by the page of a line, not by its discovery item', () => {
    const items = (['page', 'discovery'] as const).map((role) => ({
      ...page('http://a.example/', { role }),
      line: 1,
    }))
    const reason = "duplicate of an earlier line, or beyond the crawl's most pages"
    const crawl = { crawl: crawlRules }
    expect(rejectedLines(crawl, { items, rejected: [] }, [true, false])).to.deep.equal([])
    expect(rejectedLines(crawl, { items, rejected: [] }, [false, true])).to.deep.equal([{ line: 1, reason }])
  })
})

describe('linesFrom', () => {
  it('is the group without its first lines', () => {
    const group = lineGroup(4, ['http://a.example/', { reason: 'no URL' }, 'http://b.example/', null])
    expect(linesFrom(group, 6)).to.deep.equal(lineGroup(6, ['http://b.example/', null]))
    expect(linesFrom(group, 4)).to.deep.equal(group)
  })
})
