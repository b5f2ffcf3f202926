import { expect } from 'chai'
import { sourceText } from '#stages/extract/html/source-text.ts'
import { labelOf, mayBeginLabel } from '#stages/extract/text/byline-words.ts'

const certain = [
  'Posted by Ann',
  'Author: Ann',
  'Text von Ann',
  'Geschrieben von Ann',
  'Autor: Ann',
  'Text und Fotos: Ann',
  'Écrit par Ann',
  'Escrito por Ann',
  'Scritto da Ann',
  'A cura di Ann',
  'Rédactrice: Ann',
  'Redactora: Ann',
  'Geschreven door Ann',
  'Författare: Ann',
  'Forfatter: Ann',
  'Kirjoittaja: Ann',
  'Szerző: Ann',
  'Автор: Ann',
  'Συντάκτης: Ann',
  'Yazar: Ann',
  'Penulis: Ann',
  '作者：Ann',
  '記者Ann',
  'بقلم Ann',
  'מאת Ann',
  'ผู้เขียน Ann',
  'लेखक Ann',
]
const bare = [
  'By Ann',
  'Von Ann',
  'Par Ann',
  'Por Ann',
  'Di Ann',
  'Door Ann',
  'Av Ann',
  'Oleh Ann',
  'Від Ann',
  'Autoren Ann',
]

const mayBegin = (text: string): boolean => mayBeginLabel(sourceText(text), 0)

describe('labels of bylines', () => {
  for (const text of certain)
    it(text, () => {
      expect(labelOf(text)).to.deep.equal({ kind: 'certain', rest: 'Ann' })
      expect(mayBegin(text)).to.equal(true)
    })
  for (const text of bare)
    it(`${text}, as sentences begin`, () => {
      expect(labelOf(text)).to.deep.equal({ kind: 'bare', rest: 'Ann' })
      expect(mayBegin(text)).to.equal(true)
    })

  it('stand behind a date too', () =>
    expect(labelOf('3. Mai 2024 von Ann')).to.deep.equal({ kind: 'certain', rest: 'Ann' }))

  it('stand behind an article too, in any case of the letters', () => {
    for (const text of ['An article by Ann', 'EIN BEITRAG VON ANN', 'by\nAnn', 'By'])
      expect(mayBegin(text), text).to.equal(true)
    for (const text of [
      'An apple a day',
      'Bypass',
      'Vonovia',
      'An',
      'Bytes',
      'A group',
      'En savoir plus',
      'Essen',
    ])
      expect(mayBegin(text), text).to.equal(false)
  })

  it('are whole words', () => {
    for (const text of ['Bypass', 'Vonovia', 'Text', 'Authority']) expect(labelOf(text)).to.equal(null)
  })
})
