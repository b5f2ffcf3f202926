import { expect } from 'chai'
import {
  filterQuery,
  pageQueryOf,
  setFilters,
  toggledColumn,
} from '#gateway/console/app/views/batches/report/pages/page-query.ts'

const read = (address: string) => pageQueryOf(new URLSearchParams(address))

describe('pages by filter', () => {
  it('come from the address, in the names of the API', () => {
    const query = read(
      'rule=site-broken-link&status=4xx&indexable=false&min_overall=10&max_overall=90&sort=-inlinks&after=200&text=shop',
    )
    expect(filterQuery(query)).to.deep.equal({
      rule: 'site-broken-link',
      status: '4xx',
      indexable: 'false',
      min_overall: '10',
      max_overall: '90',
      sort: '-inlinks',
    })
    expect(query).to.include({ after: 200, text: 'shop' })
  })

  it('leave out what the API would refuse', () => {
    const query = read(
      'rule=a%20b&status=999&indexable=maybe&min_overall=101&max_overall=-1&sort=--x&after=-5',
    )
    expect(filterQuery(query)).to.deep.equal({})
    expect(query.after).to.equal(0)
  })

  it('count the filters that are set; an order is none', () => {
    expect(setFilters(read(''))).to.equal(0)
    expect(setFilters(read('sort=-overall&after=100'))).to.equal(0)
    expect(setFilters(read('status=404&text=shop'))).to.equal(2)
  })

  it('have the usual columns, those of the address, or none', () => {
    expect(read('').columns).to.deep.equal(['status', 'indexable', 'overall', 'issues', 'inlinks', 'depth'])
    expect(read('columns=ms,status,nonsense').columns).to.deep.equal(['status', 'ms'])
    expect(read('columns=none').columns).to.deep.equal([])
  })

  it('have one column more or less, in the order of the table', () => {
    expect(toggledColumn(['status', 'ms'], 'words')).to.equal('status,words,ms')
    expect(toggledColumn(['status', 'ms'], 'ms')).to.equal('status')
    expect(read(`columns=${toggledColumn(['ms'], 'ms')}`).columns).to.deep.equal([])
  })
})
