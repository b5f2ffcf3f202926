import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { consumeLines } from '#test/support/analytics/consumed-lines.ts'
import { MADE, MADE_DAY, NOT_FIRST, WITHOUT_VALUE } from '#test/support/analytics/made-records.ts'
import { publishedEvents } from '#test/support/analytics/published-events.ts'
import type { ExternalRecord } from '#test/support/external/external-client.ts'
import { root } from '#test/support/sandbox.ts'
import { suitePython } from '#test/support/service/python.ts'

type Row = readonly (string | number | null)[]

interface Answers {
  readonly kafka: string
  readonly wrong: string
  readonly consumed: readonly Row[]
  readonly whole: readonly Row[]
  readonly merged: readonly Row[]
  readonly questions: readonly (readonly Row[])[]
}

/** Of each inspection: id, host, operation, code, whether it has a result, whether it has a score, and the day. */
const QUERY = `SELECT inspection, host, operation, code, JSONHas(data, 'result'), score > 0, toDate(time)
FROM pageprobe_outcomes FINAL ORDER BY inspection`

/** A record in the columns of the Kafka engine. */
const kafkaRow = ({ key, value, headers }: ExternalRecord) => ({
  value: String(value),
  _key: String(key),
  '_headers.name': Object.keys(headers),
  '_headers.value': Object.values(headers).map(String),
})

describe('ClickHouse', function () {
  this.timeout(120_000)
  const python = suitePython('engines')
  const events = publishedEvents()
  let folder: string
  let answers: Answers
  /** Records without a value, which the Kafka engine skips. */
  let skipped: readonly ExternalRecord[]
  before('run the recipe', async () => {
    folder = await mkdtemp(join(tmpdir(), 'pageprobe-clickhouse-'))
    await consumeLines(python, events(), 'clickhouse', join(folder, 'events.ndjson'))
    const { records } = events()
    skipped = records.filter(({ value }) => value === null)
    const rows = records.filter(({ value }) => value !== null).map(kafkaRow)
    await writeFile(join(folder, 'rows.ndjson'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    const program = join(root, 'test/support/analytics/ask-clickhouse.py')
    const recipe = join(root, 'infra/analytics/clickhouse')
    answers = JSON.parse(await python.run(program, [recipe, 'rows.ndjson', QUERY], folder))
  })
  after(async () => {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  })

  it('knows all settings of the table that reads Kafka', () => {
    expect(answers.wrong).to.include("Unknown setting 'kafka_wrong'")
    // The library can't start the consumers, since it has no threads for them.
    expect(['', 'Code: 49. DB::Exception: Shutdown was called. (LOGICAL_ERROR)']).to.include(answers.kafka)
  })

  const countsOf = (rows: readonly Row[]) => {
    const groups = Map.groupBy(rows, ([, host, operation, code]) => `${host},${operation},${code}`)
    return [...groups].map(([group, { length }]) => `${group},${length}`).toSorted()
  }

  it('has each inspection once, result or failure, but for records without a value', () => {
    const missing = skipped.map(({ headers }) => String(headers.ce_subject))
    expect(missing).to.include(WITHOUT_VALUE)
    const known = answers.whole.filter(([id]) => !missing.includes(String(id)))
    expect(answers.consumed.map(([id]) => id)).to.deep.equal(known.map(([id]) => id))
  })

  it('has those too from a file of `consume.py`, with the whole value', () => {
    expect(countsOf(answers.whole)).to.deep.equal(events().counts)
    const large = answers.whole.find(([id]) => id === events().large)
    expect(large?.[4]).to.equal(1)
  })

  it('keeps the first outcome of an id, whatever came first, before merges and after', () => {
    expect(answers.merged).to.deep.equal(answers.whole)
    for (const rows of [answers.consumed, answers.whole]) {
      expect(rows.filter(([, , , code]) => code === NOT_FIRST)).to.deep.equal([])
      const made = rows.find(([id]) => id === MADE)
      expect([made?.[3], made?.[4], made?.[6]]).to.deep.equal(['', 1, MADE_DAY])
      expect(rows.find(([id]) => id === events().repeated)?.slice(3, 5)).to.deep.equal(['', 1])
    }
  })

  it('has the scores of audits', () => {
    const scored = answers.whole.filter((row) => row[5] === 1)
    expect(scored.map(([, , operation]) => operation)).to.deep.equal(['seo-audit', 'seo-audit', 'seo-audit'])
  })

  it('answers the questions', () => {
    const [byHost = [], byCode = [], scores = [], slowest = []] = answers.questions
    const total = (rows: readonly Row[], column: number) =>
      rows.reduce((sum, row) => sum + Number(row[column]), 0)
    expect([total(byHost, 3), total(byHost, 4)]).to.deep.equal([12, 4])
    expect(byCode.map((row) => row.slice(1)).toSorted()).to.deep.equal([
      ['', 'VALIDATION_ERROR', 1],
      ['metadata', 'UNSUPPORTED_CONTENT', 1],
      ['metadata', 'VALIDATION_ERROR', 2],
    ])
    expect(scores.map((row) => row[3])).to.deep.equal([2, 1])
    expect(slowest).to.deep.equal([])
  })
})
