import { expect } from 'chai'
import { isUnavailable } from '#shared/errors.ts'
import { numberTexts } from '#stages/batch/adapters/postgres/batches/number-texts.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { databaseOfEachTest } from '../database-of-test.ts'

describe('numberTexts', () => {
  const postgres = databaseOfEachTest()
  const of = (batch: number, ...texts: readonly string[]) => texts.map((text) => ({ batch, text }))
  const stored = () =>
    postgres.query<{ id: number; text: string }>('SELECT id, text FROM site_texts ORDER BY id')

  it('numbers each text of a batch once, and knows it again', async () => {
    const first = await numberTexts(postgres, 'site', [...of(1, 'a', 'b', 'a'), ...of(2, 'a')])
    const again = await numberTexts(postgres, 'site', of(1, 'c', 'b'))
    expect(again.of(1, 'b')).to.equal(first.of(1, 'b'))
    const numbers = [first.of(1, 'a'), first.of(1, 'b'), first.of(2, 'a'), again.of(1, 'c')]
    expect(new Set(numbers).size).to.equal(4)
    expect(await stored()).to.have.length(4)
    expect(() => again.of(1, 'a')).to.throw()
  })

  it('tells texts apart that are stored alike, and keeps every character but U+0000', async () => {
    const texts = ['a\0', 'a\ufffd', '"{}\\,\n\u{1f600}', '', 'NULL', 'x'.repeat(100_000)]
    const numbers = await numberTexts(postgres, 'site', of(1, ...texts))
    expect(new Set(texts.map((text) => numbers.of(1, text))).size).to.equal(texts.length)
    const kept = new Map((await stored()).map(({ id, text }) => [id, text]))
    for (const text of texts.slice(1)) expect(kept.get(numbers.of(1, text))).to.equal(text)
    expect(kept.get(numbers.of(1, 'a\0'))).to.equal('a\ufffd')
  })

  it('gives several processes at once the same numbers', async () => {
    const texts = Array.from({ length: 500 }, (_, n) => `text ${n}`)
    const all = await Promise.all(
      [texts, texts.toReversed(), texts].map((given) => numberTexts(postgres, 'site', of(1, ...given))),
    )
    for (const text of texts) expect(new Set(all.map((numbers) => numbers.of(1, text))).size).to.equal(1)
    expect(await stored()).to.have.length(500)
  })

  it('confirms numbers as long as their texts are there', async () => {
    await numberTexts(postgres, 'site', of(1, 'a'))
    const numbers = await numberTexts(postgres, 'site', of(1, 'a', 'b'))
    await postgres.transaction((session) => numbers.confirm(session))
    // A replica that took over has not got the last text, and gives its number to another one.
    await postgres.query("UPDATE site_texts SET hash = gen_random_uuid(), text = 'other' WHERE text = 'b'")
    const confirming = postgres.transaction((session) => numbers.confirm(session))
    expect(isUnavailable(await rejectionOf(confirming))).to.equal(true)
    await (await numberTexts(postgres, 'site', [])).confirm(postgres)
  })
})
