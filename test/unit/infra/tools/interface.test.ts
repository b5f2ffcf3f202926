import { expect } from 'chai'
import { compare, type Recording } from '#infra/tools/interface.ts'

const page = (digest: string) => ({ metadata: { basic: digest }, audit: {} })

function recording(first: unknown, second: unknown, pages: Recording['pages'] = {}): Recording {
  return { runs: [first, second], pages }
}

describe('comparison of recordings', () => {
  it('reports an answer that changed', () => {
    const before = recording({ status: 200 }, { status: 200 })
    const after = recording({ status: 500 }, { status: 500 })
    expect(compare(before, after).changed).to.deep.equal([{ path: '/status', before: 200, after: 500 }])
  })

  it('ignores what differs between two runs of one version', () => {
    const before = recording({ id: 'a', status: 200 }, { id: 'b', status: 200 })
    const after = recording({ id: 'c', status: 200 }, { id: 'c', status: 200 })
    expect(compare(before, after).changed).to.deep.equal([])
  })

  it('reports a page by the group that changed, and counts the pages that both have', () => {
    const before = recording({}, {}, { 'a.html': page('1'), 'b.html': page('1') })
    const after = recording({}, {}, { 'a.html': page('2'), 'c.html': page('1') })
    expect(compare(before, after)).to.deep.equal({
      changed: [{ path: '/pages/a.html/metadata/basic', before: '1', after: '2' }],
      pages: 1,
    })
  })
})
