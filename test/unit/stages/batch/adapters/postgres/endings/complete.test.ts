import { expect } from 'chai'
import { makePostgresEndings } from '#stages/batch/adapters/postgres/endings/complete.ts'
import type { Completion } from '#stages/batch/frontier/frontier.ts'
import { batchNamed, failure, numbered, page, result } from '#test/contract/frontier/batch-scene.ts'
import { databaseOfEachTest } from '../database-of-test.ts'
import { dispatchInDatabase, endingsIn, linesInDatabase, startInDatabase } from './endings-scene.ts'

const ID = '0193c0de-0000-4000-8000-000000000001'
const OTHER = '0193c0de-0000-4000-8000-000000000002'

const endOf = (batch: string, seq: number, url: string): Completion => ({
  ...{ id: `${batch}.${seq}`, url, outcome: result(url) },
})

describe('makePostgresEndings', () => {
  const postgres = databaseOfEachTest()
  const urls = numbered('one.example', 5)
  /** Resolves to the batches that changed. */
  const complete = async (...completions: readonly Completion[]) =>
    (await makePostgresEndings(endingsIn(postgres))(completions)).changed
  const ends = (...seqs: readonly number[]) => seqs.map((seq) => endOf(ID, seq, urls[seq - 1] ?? ''))

  async function startList(id = ID): Promise<number> {
    return startInDatabase(
      postgres,
      batchNamed(id),
      urls.map((url) => page(url)),
    )
  }

  async function countsOf(num: number) {
    const [row] = await postgres.query<Record<string, unknown>>(
      'SELECT state, accepted, open_items, done, failed, lines, leftovers FROM batches WHERE num = $1',
      [num],
    )
    return row
  }

  const queues = () =>
    postgres.query<Record<string, unknown>>('SELECT waiting, in_flight, is_ready FROM queues ORDER BY id')

  async function numbersIn(num: number): Promise<(readonly [number, string])[]> {
    const lines = (await linesInDatabase(postgres, num)).split('\n').slice(0, -1)
    return lines.map((line) => JSON.parse(line)).map(({ n, url }) => [n, url] as const)
  }

  it('ends items: rows, counts, queues, and lines numbered without a gap', async () => {
    const num = await startList()
    await dispatchInDatabase(postgres, num)
    expect(await complete(...ends(2, 1))).to.deep.equal([ID])
    await complete({ id: `${ID}.4`, url: urls[3] ?? '', outcome: failure(urls[3] ?? '') })
    expect(await countsOf(num)).to.deep.equal({
      ...{ state: 'running', accepted: 5, open_items: 2, done: 2, failed: 1, lines: 3, leftovers: 0 },
    })
    expect(await numbersIn(num)).to.deep.equal([
      [1, urls[1]],
      [2, urls[0]],
      [3, urls[3]],
    ])
    expect(await queues()).to.deep.equal([{ waiting: 0, in_flight: 2, is_ready: false }])
    expect(await postgres.query('SELECT seq FROM items ORDER BY seq')).to.deep.equal([{ seq: 3 }, { seq: 5 }])
  })

  it('ends an item once, and a batch with its last one; nothing is left of its queues', async () => {
    const num = await startList()
    await dispatchInDatabase(postgres, num)
    expect(await complete(...ends(1, 1, 2, 3))).to.deep.equal([ID])
    expect(await complete(...ends(1, 2))).to.deep.equal([])
    await complete(...ends(3, 4, 5))
    expect(await countsOf(num)).to.deep.equal({
      ...{ state: 'finished', accepted: 5, open_items: 0, done: 5, failed: 0, lines: 5, leftovers: 2 },
    })
    expect((await numbersIn(num)).map(([n]) => n)).to.deep.equal([1, 2, 3, 4, 5])
    expect(await queues()).to.deep.equal([])
  })

  it('ends nothing by an ending that names another URL, or another batch, or no item', async () => {
    const num = await startList()
    await dispatchInDatabase(postgres, num)
    const others = [
      endOf(ID, 1, urls[1] ?? ''),
      endOf(OTHER, 1, urls[0] ?? ''),
      endOf(ID, 6, urls[0] ?? ''),
      endOf('b1', 1, urls[0] ?? ''),
      { id: 'of an external producer', url: urls[0] ?? '', outcome: null },
    ]
    expect(await complete(...others)).to.deep.equal([])
    expect((await countsOf(num))?.lines).to.equal(0)
    expect(await postgres.query('SELECT FROM items')).to.have.length(5)
    // As stages may write it, and without any.
    await complete({ ...endOf(ID, 1, 'HTTP://one.example:80/1') }, { id: `${ID}.2`, outcome: null })
    expect((await countsOf(num))?.lines).to.equal(2)
  })

  it('ends items that wait: their dispatch may be lost', async () => {
    const num = await startList()
    await complete(...ends(1, 2))
    expect(await queues()).to.deep.equal([{ waiting: 3, in_flight: 0, is_ready: true }])
    expect((await countsOf(num))?.open_items).to.equal(3)
  })

  it('ends items of several batches at once, each with lines of its own', async () => {
    const [one, two] = [await startList(), await startList(OTHER)]
    const both = [1, 2, 3].flatMap((seq) => [
      endOf(ID, seq, urls[seq - 1] ?? ''),
      endOf(OTHER, seq, urls[seq - 1] ?? ''),
    ])
    expect(await complete(...both)).to.have.members([ID, OTHER])
    for (const num of [one, two]) expect((await numbersIn(num)).map(([n]) => n)).to.deep.equal([1, 2, 3])
  })

  it('ignores endings of a cancelled batch, and counts none that waited when its time was over', async () => {
    const num = await startList()
    await postgres.query('UPDATE batches SET is_dropped = true, open_items = 1 WHERE num = $1', [num])
    await postgres.query('UPDATE items SET due_at = now() WHERE seq = 3')
    await complete(...ends(1, 3))
    expect(await countsOf(num)).to.include({ state: 'finished', done: 1, lines: 1 })
    const cancelled = await startList(OTHER)
    await postgres.query(
      "UPDATE batches SET state = 'cancelled', is_dropped = true, open_items = 0, finished_at = now() WHERE num = $1",
      [cancelled],
    )
    expect(await complete(endOf(OTHER, 1, urls[0] ?? ''))).to.deep.equal([])
    expect(await countsOf(cancelled)).to.include({ state: 'cancelled', done: 0, lines: 0 })
  })

  it('takes groups of any size: none has more than four million characters, or 400 endings', async () => {
    const many = numbered('many.example', 900)
    const num = await startInDatabase(
      postgres,
      batchNamed(ID),
      many.map((url) => page(url)),
    )
    const large = 'x'.repeat(1_500_000)
    const completions = many.map(
      (url, at): Completion => ({
        ...{ id: `${ID}.${at + 1}`, url, outcome: result(url, at % 300 === 0 ? large : 1) },
      }),
    )
    await complete(...completions)
    expect((await countsOf(num))?.lines).to.equal(900)
    const rows = await postgres.query<{ first: number; last: number; bytes: number }>(
      'SELECT first, last, length(lines) AS bytes FROM result_rows ORDER BY first',
    )
    for (const { first, last, bytes } of rows) {
      expect(last - first).to.be.lessThan(400)
      expect(bytes).to.be.lessThan(4_500_000)
    }
    expect(rows.map(({ first }) => first)).to.deep.equal([
      1,
      ...rows.slice(0, -1).map(({ last }) => last + 1),
    ])
    const [stored] = await postgres.query<{ row_bytes: number }>('SELECT row_bytes FROM batches')
    expect(stored?.row_bytes).to.equal(rows.reduce((sum, { bytes }) => sum + bytes, 0))
  })

  it('lets the queue of a host with a long cooldown rest, unless it rests for longer', async () => {
    await startList()
    const until = Date.now() + 60_000
    await complete({ id: `${ID}.1`, outcome: null, restsUntil: until })
    await complete({ id: `${ID}.2`, outcome: null, restsUntil: until - 30_000 })
    const [queue] = await postgres.query<{ rests_until: Date; is_ready: boolean }>(
      'SELECT rests_until, is_ready FROM queues',
    )
    expect(queue?.is_ready).to.equal(false)
    expect(queue?.rests_until.getTime()).to.equal(until - 1000)
    expect(await postgres.query('SELECT FROM items')).to.have.length(5)
  })

  it('ends a deferred request of an external producer, and remembers it without its record', async () => {
    await postgres.query(
      `INSERT INTO queues (batch, host, waiting, in_flight, most, turn) VALUES (0, 'one.example', 0, 1, 2, 1)`,
    )
    const [{ place } = { place: 0 }] = await postgres.query<{ place: number }>(
      `INSERT INTO deferred (id, admitted, log_offset, record) VALUES ('mine', 'a', 1, '\\x01') RETURNING place`,
    )
    await postgres.query(
      `INSERT INTO items (batch, seq, queue, role, due_at, url) SELECT 0, $1, id, 0, now(), '' FROM queues`,
      [place],
    )
    await complete({ id: 'mine', outcome: null })
    await complete({ id: 'mine', outcome: null })
    expect(await postgres.query('SELECT FROM items')).to.deep.equal([])
    expect(await queues()).to.deep.equal([])
    const [row] = await postgres.query<{ record: Buffer | null; ended_at: Date | null }>(
      'SELECT record, ended_at FROM deferred',
    )
    expect(row?.record).to.equal(null)
    expect(row?.ended_at).to.be.instanceOf(Date)
  })
})
