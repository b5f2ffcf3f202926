import { expect } from 'chai'
import { decodeHTML } from 'entities'
import { sourceText } from '#stages/extract/html/source-text.ts'
import { WordCounter } from '#stages/extract/text/word-counter.ts'
import { metadataFor } from '../pages.ts'

const words = (html: string) => metadataFor(html, { groups: ['counters'] }).content?.word_count

function count(text: string): number {
  const counter = new WordCounter(sourceText(text))
  counter.add(0, text.length)
  return counter.total()
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** The reference count: words by `Intl.Segmenter` (`infra/docs/clients.md#metadata`). */
function segmented(text: string): number {
  return [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).length
}

const isMiscounted = (text: string) => count(text) !== segmented(text)

/** A small linear congruential generator: the same texts at each run. */
function* randomTexts(alphabet: readonly string[], howMany: number): Generator<string> {
  let state = 42
  const next = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  for (let i = 0; i < howMany; i++)
    yield Array.from({ length: 1 + next(12) }, () => alphabet[next(alphabet.length)]).join('')
}

describe('words', () => {
  const counted: readonly (readonly [why: string, html: string, words: number])[] = [
    ['nothing', '', 0],
    ['plain words', '<p>One two, three!', 3],
    ['contractions, numbers and versions are one word each', "<p>don't 3,14 1.2.3 e.g", 4],
    ['hyphens part words', '<p>well-known', 2],
    ['inline tags part no word', '<p>in<b>side</b> out', 2],
    ['blocks part words', '<ul><li>one</li><li>two</li></ul>', 2],
    ['a line break parts words', '<p>one<br>two', 2],
    ['references are characters', '<p>Gr&uuml;&szlig;e &amp; K&uuml;sse&nbsp;dir', 3],
    [
      'head, title, script, style, template, noscript do not count',
      '<head><title>no</title><style>no</style></head><body><script>no</script><noscript>no</noscript><template>no</template>yes',
      1,
    ],
    ['comments do not count', '<p><!-- no no -->yes', 1],
    ['iframe content does not count', '<iframe>no no</iframe>yes', 1],
    ['textarea content counts', '<textarea>yes <b></textarea>', 2],
    ['markup inside script strings', '<script>"<p>no</p>"</script><p>yes', 1],
    ['Korean by spaces', '<p>저는 학생입니다', 2],
    ['Cyrillic', '<p>Привет, мир', 2],
  ]
  for (const [why, html, expected] of counted) it(why, () => expect(words(html)).to.equal(expected))

  const scripts: readonly (readonly [string, string])[] = [
    ['Japanese', '東京都に住んでいます。今日は天気がいいですね。'],
    ['Chinese', '我们今天去北京大学参观图书馆。'],
    ['Thai', 'ฉันไปโรงเรียนทุกวันกับเพื่อน'],
    ['mixed', 'Das Wort „Tōkyō“ (東京都に住んでいます) heißt östlich.'],
  ]
  for (const [name, text] of scripts)
    it(`${name}: as Intl.Segmenter counts, more than by white space`, () => {
      expect(words(`<p>${text}`)).to.equal(segmented(text))
      expect(segmented(text)).to.be.greaterThan(text.split(' ').length)
    })

  it('its own rules are those of Intl.Segmenter, whatever the text', () => {
    const alphabet = [...'ab1_\'.,;: \n-!?"@#/äßÉŁжЯ’‘‚·€►→│\u2003“”„–—…×«»©\u00a0°§漢e\u0301']
    expect(randomTexts(alphabet, 20_000).filter(isMiscounted).toArray()).to.deep.equal([])
  })

  it('its own rules are those of Intl.Segmenter for each character', () => {
    for (let code = 0x20; code < 0x2c10; code++) {
      if (code === 0x26) continue // begins a character reference
      const one = String.fromCharCode(code)
      const texts = [one, `a${one}a`, `1${one}1`, `a${one}1`, `a ${one} b`]
      if (texts.some(isMiscounted)) expect.fail(`U+${code.toString(16)}: ${texts.filter(isMiscounted)}`)
    }
  })

  it('character references count as the characters they stand for, wherever they stand', () => {
    const names =
      '&nbsp; &quot; &#39; &#039; &rsquo; &#8217; &ndash; &hellip; &copy; &lt; &auml; &eacute; &middot; &amp; &x;'
    for (const reference of names.split(' ')) {
      for (const around of ['a_a', '1_1', 'a_1', '_', 'a _ b', 'a._.b', "_'a", 'a__a']) {
        const text = around.replaceAll('_', reference)
        expect(count(text), text).to.equal(segmented(decodeHTML(text)))
      }
    }
  })

  it('pieces of one text count like the whole', () => {
    const text = "it's one-two ünö 3.5 x_y"
    const counter = new WordCounter(sourceText(text), 1_000)
    for (let at = 0; at < text.length; at++) counter.add(at, at + 1)
    expect(counter.total()).to.equal(segmented(text))
  })

  it('read time is rounded up, 0 for no words', () => {
    const minutes = (n: number) =>
      metadataFor(`<p>${'word '.repeat(n)}`, { groups: ['counters'] }).content?.read_time_min
    expect([0, 1, 200, 201].map(minutes)).to.deep.equal([0, 1, 1, 2])
  })

  it('headings: each level, none inside template, once in svg and lists', () => {
    const html =
      '<h1>a</h1><h2>b</h2><h2>c</h2><template><h1>no</h1></template><ul><li><h3>d</h3></ul><h6></h6><!-- <h1> --><noscript><h1>no</h1></noscript>'
    expect(metadataFor(html, { groups: ['counters'] }).content?.heading_counts).to.deep.equal({
      h1: 1,
      h2: 2,
      h3: 1,
      h4: 0,
      h5: 0,
      h6: 1,
    })
  })
})
