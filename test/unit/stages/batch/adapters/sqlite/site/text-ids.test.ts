import { DatabaseSync } from 'node:sqlite'
import { expect } from 'chai'
import { SITE_SCHEMA } from '#stages/batch/adapters/sqlite/site/statements.ts'
import { TextIds } from '#stages/batch/adapters/sqlite/site/text-ids.ts'

describe('numbers of texts', () => {
  let db: DatabaseSync
  let ids: TextIds
  beforeEach(() => {
    db = new DatabaseSync(':memory:')
    db.exec(SITE_SCHEMA)
    ids = new TextIds(db)
  })
  const stored = (id: number) => db.prepare('SELECT batch, text FROM site_texts WHERE id = ?').get(id)

  it('are the same for the same text of a batch', () => {
    const [one, same, other, ofOther] = [ids.of(1, 'a'), ids.of(1, 'a'), ids.of(1, 'A'), ids.of(2, 'a')]
    expect(one).to.equal(same)
    expect(new Set([one, other, ofOther]).size).to.equal(3)
    expect({ ...stored(ofOther) }).to.deep.equal({ batch: 2, text: 'a' })
  })

  it('are the same for a text that a page has of its own, whichever way it came first', () => {
    const [own, shared] = [ids.ofOwn(1, 'own'), ids.of(1, 'shared')]
    expect([ids.ofOwn(1, 'own'), ids.of(1, 'own'), ids.ofOwn(1, 'shared')]).to.deep.equal([own, own, shared])
    expect([own, ids.ofOwn(2, 'own')].map((id) => ({ ...stored(id) }))).to.deep.equal([
      { batch: 1, text: 'own' },
      { batch: 2, text: 'own' },
    ])
  })

  it('are right for many batches in turn', () => {
    const batches = Array.from({ length: 40 }, (_, at) => at)
    const numbers = batches.map((batch) => ids.of(batch, 'a'))
    expect(new Set(numbers).size).to.equal(40)
    expect(batches.map((batch) => ids.of(batch, 'a'))).to.deep.equal(numbers)
  })

  it('are right for more texts than are kept', () => {
    const texts = Array.from({ length: 25_000 }, (_, at) => `text ${at}`)
    const numbers = texts.map((text) => ids.of(1, text))
    expect(new Set(numbers).size).to.equal(texts.length)
    expect(texts.map((text) => ids.of(1, text))).to.deep.equal(numbers)
  })

  it('are those that an earlier process stored', () => {
    const id = ids.of(1, 'a')
    expect(new TextIds(db).of(1, 'a')).to.equal(id)
  })

  it('are forgotten with a write that was undone', () => {
    ids.begin()
    ids.of(1, 'kept')
    db.exec('BEGIN')
    ids.begin()
    const undone = ids.of(1, 'undone')
    db.exec('ROLLBACK')
    ids.begin()
    ids.of(1, 'another')
    ids.ofOwn(1, 'own')
    const again = ids.of(1, 'undone')
    expect({ ...stored(again) }).to.deep.equal({ batch: 1, text: 'undone' })
    expect({ ...stored(ids.of(1, 'kept')) }).to.deep.equal({ batch: 1, text: 'kept' })
    expect(undone).to.be.a('number')
  })
})
