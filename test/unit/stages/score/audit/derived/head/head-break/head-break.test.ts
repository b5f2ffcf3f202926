import { expect } from 'chai'
import { firstContent, headBreak, lostMetadata } from '#stages/score/audit/derived/head/head-break.ts'
import { auditFacts } from '#test/support/audit/audit-page.ts'

const documentOf = (html: string) => auditFacts({ html }).document

describe('a broken head', () => {
  it('names what broke it and what was lost', () => {
    const found = headBreak(
      documentOf(
        '<head><title>A</title><div></div><link rel="icon" href="/i"><meta name="a"></head><link rel="next" href="/">',
      ),
    )
    expect(found?.what).to.equal('<div>')
    expect(found?.lost.map(({ name }) => name)).to.deep.equal(['link', 'meta'])
  })

  it('is broken by text, not by white space and comments', () => {
    expect(headBreak(documentOf('<head>\n<!-- a -->\n<title>A</title> \n</head>'))).to.equal(null)
    expect(headBreak(documentOf('<head>a<title>A</title></head>'))?.what).to.equal('text')
  })

  it('is whole where no head is written, as HTML allows', () => {
    expect(headBreak(documentOf('<title>A</title><p>Text'))).to.equal(null)
  })

  it('is a matter of head-not-first where content precedes the head tag', () => {
    const document = documentOf('<html><div></div><head><title>A</title></head>')
    expect(headBreak(document)).to.equal(null)
    expect(lostMetadata(document).map(({ name }) => name)).to.deep.equal(['title'])
  })

  it('is found quickly in a page of many iframes', () => {
    const found = headBreak(documentOf(`<head>${'<iframe></iframe><meta name="a">'.repeat(5_000)}</head>`))
    expect(found?.lost).to.have.length(5_000)
  })
})

describe('the first content of a page', () => {
  it('is an element or text, in head or body', () => {
    expect(firstContent(documentOf('<!doctype html>\n<html><head><title>A</title>'))?.start).to.equal(28)
    expect(firstContent(documentOf('abc<title>A</title>'))?.start).to.equal(0)
    expect(firstContent(documentOf('<!doctype html>'))).to.equal(null)
  })
})
