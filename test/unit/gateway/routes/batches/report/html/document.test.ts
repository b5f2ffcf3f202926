import { expect } from 'chai'
import { chapterId, documentOf } from '#gateway/routes/batches/report/html/document.ts'
import { recordedReport, SERVICE } from '../recorded-report.ts'

describe('a document', () => {
  it('knows its findings, and the origin of the site', () => {
    const { findings, origin, room } = documentOf(recordedReport, SERVICE)
    expect(findings).to.have.length(recordedReport.rules.length + recordedReport.site_issues.length)
    expect(origin).to.equal('http://shop.example')
    expect(room.take(['x'], 1)).to.deep.equal(['x'])
    expect(chapterId(0)).to.equal('issue-1')
  })
})
