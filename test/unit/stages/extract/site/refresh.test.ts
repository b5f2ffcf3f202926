import { expect } from 'chai'
import { decodePage } from '#shared/web/html/charset.ts'
import { collectFacts } from '#stages/extract/facts/collect-facts.ts'
import { indexFacts } from '#stages/extract/facts/fact-index.ts'
import { refreshOf } from '#stages/extract/site/refresh.ts'
import { fetched, type Given } from '../pages.ts'

const HOME = 'https://www.example.com'
/** Where a page at `HOME/a/page` sends on. */
function sentTo(html: string, given: Given = {}) {
  const page = fetched(html, given)
  return refreshOf(indexFacts(collectFacts(decodePage(page.body, 'text/html; charset=utf-8'), page), page))
}
const meta = (content: string) => `<meta http-equiv=refresh content="${content}">`
const to = (path: string, seconds = 0) => ({ url: HOME + path, seconds })

describe('where a page sends on', () => {
  it('is said in capitals as well', () =>
    expect(
      sentTo('<HTML><HEAD><META HTTP-EQUIV=REFRESH CONTENT="0; URL=/site/"></META></HEAD></HTML>'),
    ).to.deep.equal(to('/site/')))

  it('is said by a header, which comes before the document and its base', () =>
    expect(
      sentTo(`<base href=/b/>${meta('0;url=/meta')}`, { headers: { refresh: ['0; url=next'] } }),
    ).to.deep.equal(to('/a/next')))

  it('is relative to the base of the document', () =>
    expect(sentTo(`<base href=/b/>${meta('0;url=next#part')}`)).to.deep.equal(to('/b/next')))

  it('may be told in the body', () =>
    expect(sentTo(`<body>${meta('3,/late')}`)).to.deep.equal(to('/late', 3)))

  it('is the first one that browsers obey', () => {
    expect(sentTo(meta('soon;/no') + meta('0;url=http://[') + meta('0;/yes') + meta('0;/no'))).to.deep.equal(
      to('/yes'),
    )
    expect(sentTo(meta('5') + meta('0;/no')), 'a reload comes first').to.equal(null)
  })

  it('is nowhere for a script, another scheme, or the page itself', () => {
    expect(sentTo(meta('0;url=javascript:alert(1)'))).to.equal(null)
    expect(sentTo(meta('0;url=JavaScript:alert(1)') + meta('0;/yes'))).to.deep.equal(to('/yes'))
    expect(sentTo(meta('0;url=data:text/html,x'))).to.equal(null)
    for (const own of ['0', '0;url=', '0;url=page', '0;url=#part', `0;url=${HOME}/a/page#x`])
      expect(sentTo(meta(own)), own).to.equal(null)
  })

  it('is not told by what is for browsers without scripts, nor by a comment, a template or a script', () => {
    expect(sentTo(`<head><noscript>${meta('0;/no')}</noscript>`)).to.equal(null)
    expect(sentTo(`<!-- ${meta('0;/no')} --><template>${meta('0;/no')}</template>`)).to.equal(null)
    expect(sentTo(`<script>'${meta('0;/no')}'</script>`)).to.equal(null)
  })

  it('does not count for an error, whose status counts, nor for a bot challenge', () => {
    expect(sentTo(meta('0;/home'), { status: 404 })).to.equal(null)
    expect(sentTo(`<title>Just a moment...</title>${meta('390')}${meta('0;/x')}`)).to.equal(null)
  })

  it('is left out where no page has so long a URL', () =>
    expect(sentTo(meta(`0;/${'x'.repeat(3000)}`))).to.equal(null))
})
