import { expect } from 'chai'
import type { Collector, Tag, TextRun } from '#stages/extract/html/collector.ts'
import { scan } from '#stages/extract/html/scanner.ts'

/** What a collector sees of each tag: its name, with the value of `id`. */
function seen(html: string, own: Omit<Collector, 'open'>): string[] {
  const tags: string[] = []
  scan(html, [{ ...own, open: ({ name, attributes }: Tag) => tags.push(`${name}#${attributes.get('id')}`) }])
  return tags
}

describe('scan', () => {
  it('shows a tag once to a collector that asks for its name or an attribute', () => {
    const html = '<p id=1><b id=2></b><i></i><P>'
    expect(seen(html, { tags: ['p'], attributes: ['id'] })).to.deep.equal(['p#1', 'b#2', 'p#null'])
  })

  it('a noscript is text to a browser: it opens, ends and hides nothing outside it (13.2.6.4.7)', () => {
    const tags = { tags: ['a'] }
    for (const inner of ['<h1><a id=1>', '</p></div></table>', '<table><tr><td><object>', '<style>', '<!--'])
      expect(seen(`<div><p><noscript>${inner}</noscript><a id=2></p></div>`, tags), inner).to.deep.equal([
        'a#2',
      ])
  })

  it('a frameset has frames and noframes only (13.2.6.4.20)', () => {
    const html = '<head><link id=1></head><frameset><link id=2><frame id=3><title></frameset><link id=4>'
    expect(seen(html, { tags: ['link', 'frame'] })).to.deep.equal(['link#1', 'frame#3'])
    expect(seen('<body><p>a<frameset><link id=1>', { tags: ['link'] })).to.deep.equal(['link#1'])
  })

  it('a second html tag within HTML in svg is HTML', () => {
    expect(seen('<svg><foreignObject><html id=1>', { tags: ['html'] })).to.deep.equal(['html#1'])
  })

  it('shows svg and noscript only to those that ask, and template to none', () => {
    const html = '<svg><a id=1></svg><noscript><a id=2></noscript><template><a id=3></template><a id=4>'
    expect(seen(html, { tags: ['a'] })).to.deep.equal(['a#4'])
    expect(seen(html, { tags: ['a'], sees: { foreign: true } })).to.deep.equal(['a#1', 'a#4'])
    expect(seen(html, { tags: ['a'], sees: { noscript: true } })).to.deep.equal(['a#2', 'a#4'])
  })

  it('gives offsets, order and zone of a tag, and calls back when it ends', () => {
    const html = '<nav><p>a</p></nav><p>b'
    const calls: unknown[] = []
    const open = (tag: Tag) => {
      calls.push([tag.order, html.slice(tag.start, tag.contentStart), tag.isIn('nav')])
      tag.whenEnded(() => calls.push('end'))
    }
    scan(html, [{ tags: ['p'], open }])
    expect(calls).to.deep.equal([[2, '<p>', true], 'end', [3, '<p>', false], 'end'])
  })

  it('captures the text of an element, and none of a void one', () => {
    const texts: string[] = []
    const open = (tag: Tag) => tag.capture(5, (text) => texts.push(text))
    scan('<h1>a &lt; <b>b</b>cd</h1><img>', [{ tags: ['h1', 'img'], open }])
    expect(texts).to.deep.equal(['a <', ''])
  })

  it('reads runs of visible text from their first sign on, until the collector needs no more', () => {
    const runs: (readonly [text: string, order: number, beginsBlock: boolean])[] = []
    const read = ({ source, start, end, order, beginsBlock }: TextRun): boolean => {
      runs.push([source.text.slice(start, end), order, beginsBlock])
      return !source.text.slice(start, end).startsWith('end')
    }
    const html = '<title>t</title><p>\n a <b> b</b> <script>s</script> <p>&nbsp;c<p>end <b>d</b>'
    scan(html, [{ tags: ['no'], open: () => undefined, read }])
    expect(runs).to.deep.equal([
      ['a ', 2, true],
      ['b', 3, false],
      ['&nbsp;c', 5, true],
      ['end ', 6, true],
    ])
  })

  it('counts visible words, unless it need not', () => {
    const html = '<title>no</title><p>two words<br>three<script>no</script>'
    expect(scan(html, [])).to.deep.equal({ words: 3, mainText: null })
    expect(scan(html, [], { countsWords: false })).to.deep.equal({ words: 0, mainText: null })
  })
})
