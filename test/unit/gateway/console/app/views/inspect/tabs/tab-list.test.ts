import { expect } from 'chai'
import { openTab, tabsOf } from '#gateway/console/app/views/inspect/tabs/tab-list.ts'

const titles = (checks: string[], hasCode: boolean) => tabsOf(checks, hasCode).map(({ title }) => title)

describe('console: tabs of a result', () => {
  it('are those that the checks have something for', () => {
    expect(titles(['snapshot'], false)).to.deep.equal(['Screenshot'])
    expect(titles(['metadata'], true)).to.deep.equal([
      'Search and social previews',
      'HTTP',
      'Content',
      'Code and JSON',
    ])
    expect(titles(['snapshot', 'metadata', 'performance', 'seo-audit'], true)).to.have.length(10)
  })

  it('have nothing of earlier results where there is no key to have them', () => {
    const all = tabsOf(['performance'], false, true).map(({ id }) => id)
    const without = tabsOf(['performance'], false, false).map(({ id }) => id)
    expect(all.filter((id) => !without.includes(id))).to.deep.equal(['time'])
  })

  it('open at the one that the address names, else at the first', () => {
    const tabs = tabsOf(['performance'], true)
    expect(openTab(tabs, 'vitals')).to.equal('vitals')
    expect(openTab(tabs, 'screenshot')).to.equal('findings')
    expect(openTab(tabs, null)).to.equal('findings')
    expect(openTab([], null)).to.equal(null)
  })
})
