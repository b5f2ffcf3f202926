import { expect } from 'chai'
import { annex, hasAnnex } from '#gateway/routes/batches/report/html/annex.ts'
import { chapters } from '#gateway/routes/batches/report/html/chapters.ts'
import { documentOf } from '#gateway/routes/batches/report/html/document.ts'
import { Room } from '#gateway/routes/batches/report/html/room.ts'
import { issueOf, recordedReport, ruleOf, SERVICE } from '../recorded-report.ts'

const items = (count: number) => Array.from({ length: count }, (_, at) => ({ url: `https://a.test/${at}` }))
const documentWith = (count: number, room = new Room()) => ({
  ...documentOf({ ...recordedReport, rules: [], site_issues: [issueOf(items(count))] }, SERVICE),
  room,
})

describe('annex of the report as HTML', () => {
  it('has what the chapters leave out', () => {
    const html = [...annex(documentWith(23))].join('')
    expect(html.match(/<li>/g)).to.have.length(3)
    expect(html).to.include('id="annex-1"').and.include('href="#issue-1"').and.include('https://a.test/22')
    expect(html).to.not.include('https://a.test/19')
  })

  it('has 200 lines of an issue at most', () =>
    expect([...annex(documentWith(1000))].join('').match(/<li>/g)).to.have.length(200))

  it('has the pages of a rule about pages behind the twenty of its chapter, once for rules with the same pages', () => {
    const examples = items(25).map(({ url }, at) => ({
      url,
      message: `Fault ${at}`,
      selector: null,
      snippet: null,
    }))
    const rules = ['a', 'b'].map((id) => ({ ...ruleOf(id, examples), pages: 30 }))
    const report = { ...recordedReport, rules: rules.slice(0, 1), site_issues: [] }
    const chapter = [...chapters(documentOf(report, SERVICE))].join('')
    expect(chapter.match(/<li>/g)).to.have.length(20)
    expect(chapter)
      .to.include('href="#annex-1"')
      .and.include('https://a.test/19"')
      .and.not.include('https://a.test/20"')
    const html = [...annex(documentOf({ ...report, rules }, SERVICE))].join('')
    expect(html.match(/<li>/g)).to.have.length(5)
    expect(html).to.include('https://a.test/20"').and.include('https://a.test/24"').and.include('and 5 more')
    expect(html).to.include('The same pages as <a href="#annex-1">issue 1</a>')
  })

  it('is none where the chapters have all', () => {
    expect([...annex(documentWith(20))]).to.deep.equal([])
    expect(hasAnnex(documentWith(20))).to.equal(false)
  })

  it('says where there is no room left', () =>
    expect([...annex(documentWith(30, new Room(0)))].join('')).to.include('no room'))
})
