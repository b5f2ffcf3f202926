import { expect } from 'chai'
import { isHtmlRobots } from '#stages/score/audit/derived/robots/robots-html.ts'

const isHtml = (text: string) => isHtmlRobots({ state: 'found', text })

describe('a robots.txt', () => {
  it('is HTML by how it begins', () => {
    expect(
      ['<!DOCTYPE html>', '\n <html lang="en">', '\uFEFF<head>', '<!-- a --><html>'].every(isHtml),
    ).to.equal(true)
  })

  it('is none for rules, nothing, or markup in a comment', () => {
    expect(['User-agent: *', '', '# <html>'].some(isHtml)).to.equal(false)
    expect(isHtmlRobots({ state: 'absent', text: '<html>' })).to.equal(false)
  })
})
