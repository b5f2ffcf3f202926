import { expect } from 'chai'
import { phrases } from '#stages/render/consent/banners.data.ts'
import { bannersScript } from '#stages/render/consent/page/banners.ts'
import { html } from '#test/site/lab-resources/pages.ts'
import { labPages } from '../../lab/lab-pages.ts'
import { bannerTexts } from './banner-texts.ts'

const script = bannersScript({ phrases, platforms: {} })
/** The official languages of the European Union, and languages that many websites are written in. */
const european = 'bg hr cs da nl en et fi fr de el hu ga it lv lt mt pl pt ro sk sl es sv'.split(' ')
const others =
  'ru ja tr fa zh-Hans zh-Hant vi id ko ar uk he th hi sr sr-Latn nb ca bs mk sq az ka ms bn ur is kk'.split(
    ' ',
  )

describe('languages of banners', () => {
  const { open } = labPages({ '/': html('<h1>An ordinary page</h1><p>Its text.</p><div id=place></div>') })

  /** Which of the pieces of HTML, each put into the page on its own, are hidden. */
  async function hiddenOf(pieces: Readonly<Record<string, string>>): Promise<string[]> {
    const page = await open()
    await page.load('/')
    const hidden = await page.evaluate(`(() => {
      const banners = ${script}
      return Object.entries(${JSON.stringify(pieces)}).flatMap(([name, html]) => {
        place.innerHTML = html
        banners.sweep(false)
        return place.firstElementChild.checkVisibility() ? [] : [name]
      })
    })()`)
    return hidden as string[]
  }

  it('are those of the Union and of most of the web', () => {
    expect(Object.keys(bannerTexts)).to.include.members([...european, ...others])
  })

  it('make no difference: a bar goes with each of its buttons alone', async () => {
    const bars = Object.entries(bannerTexts).flatMap(([language, { text, buttons }]) =>
      buttons.map((button) => [
        `${language}: ${button}`,
        `<div style="position: fixed; bottom: 0"><p>${text}</p><button>${button}</button></div>`,
      ]),
    )
    const names = bars.map(([name]) => name)
    expect(await hiddenOf(Object.fromEntries(bars))).to.have.members(names)
  })

  it('make no difference to texts about cookies, which stay', async () => {
    const pieces = Object.entries(bannerTexts).flatMap(([language, { text, buttons }]) => {
      const shownButtons = buttons.map((button) => `<button>${button}</button>`).join(' ')
      const paragraphs = `<p>${text}</p>`.repeat(5)
      return [
        [`${language}: article`, `<article class="cookie-law">${paragraphs}${shownButtons}</article>`],
        [
          `${language}: part of an article`,
          `<article><h2>1</h2><section id="cookies">${paragraphs}${shownButtons}</section></article>`,
        ],
        [
          `${language}: settings in a text`,
          `<section id="cookies"><h2>2</h2>${paragraphs}<a href="/choice">${buttons[0]}</a></section>`,
        ],
        [
          `${language}: text alone`,
          `<div style="position: fixed; bottom: 0"><p>${text}</p><a href="/more">2026</a></div>`,
        ],
      ]
    })
    expect(await hiddenOf(Object.fromEntries(pieces))).to.deep.equal([])
  })
})
