import { expect } from 'chai'
import { fontsDisplay } from '#stages/score/performance/tips/fonts-display.ts'
import {
  facts,
  type Given,
  image,
  labDocument,
  page,
  request,
  vital,
} from '#test/support/performance/lab-measurement.ts'
import { tipTester } from '#test/support/performance/tip-tester.ts'

/** A font that is loaded from 150 ms to `endMs`; the first paint is at 160 ms, the largest one at `lcp`. */
function loaded(display: string, endMs: number, lcp: number, urls = ['/a.woff2']): Given {
  const family = 'Inter'
  return {
    vitals: { fcp: vital(160), lcp: vital(lcp, { url: null }) },
    requests: [page, request('/a.woff2', { kind: 'font', startMs: 150, endMs })],
    document: labDocument({ fonts: [{ family, display, urls: urls.map((path) => request(path).url) }] }),
  }
}

tipTester(fontsDisplay, {
  given: loaded('auto', 950, 980),
  says: [
    '1 font',
    'Inter',
    'shop.example.com/a.woff2',
    '800 ms',
    'delays the largest text by 820 ms',
    'auto',
  ],
  gains: { savings: { lcp: 820 } },
  nearMiss: loaded('fallback', 950, 980),
})

describe('tip fonts-display', () => {
  const find = (given: Given) => fontsDisplay.find(facts(given))

  it('saves nothing when the largest text was not painted right after the font', () => {
    for (const lcp of [160, 929, 1201])
      expect(find(loaded('block', 950, lcp))).to.have.all.keys('message', 'items')
    for (const lcp of [930, 1200])
      expect(find(loaded('block', 950, lcp))?.savings).to.deep.equal({ lcp: lcp - 160 })
  })

  it('saves nothing when the largest paint is an image', () => {
    const shown = request('/hero.png', { kind: 'image' })
    const given = loaded('auto', 950, 980)
    const hero = {
      requests: [...(given.requests ?? []), shown],
      images: [image('/hero.png', { isLcp: true })],
    }
    expect(find({ ...given, ...hero })).to.have.all.keys('message', 'items')
    const named = { ...given, vitals: { ...given.vitals, lcp: vital(980, { url: shown.url }) } }
    expect(find(named)).to.have.all.keys('message', 'items')
  })

  it('hides text for three seconds at most', () => {
    const finding = find(loaded('auto', 9000, 3200))
    expect(finding?.message).to.include('3,000 ms')
    expect(finding?.savings).to.deep.equal({ lcp: 3040 })
  })

  it('names no file and no time where they are unknown', () => {
    const given = loaded('auto', 950, 980, [])
    const document = labDocument({
      fonts: ['auto', 'swap'].map((display) => ({ family: 'Inter', display, urls: [] })),
    })
    expect(find(given)?.message).to.include('a.woff2')
    expect(find({ ...given, document })?.message)
      .to.include('Inter')
      .and.not.include('woff2')
  })
})
