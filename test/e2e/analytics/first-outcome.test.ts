import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { suitePython } from '#test/support/service/python.ts'

/** An outcome of an inspection; the text of its message tells it from the others. */
const outcome = (id: string, sequence: string | null, message: string) => ({
  ...{
    specversion: '1.0',
    id: `${id}:outcome`,
    source: '/pageprobe',
    type: 'inspection.failed.v1',
    subject: id,
  },
  ...{ time: '2026-11-20T10:00:00.000Z', operation: 'metadata', partitionkey: 'a.example' },
  ...(sequence !== null && { sequence }),
  data: { operation: 'metadata', url: 'http://a.example/', code: 'TIMEOUT', message },
})

/** Of `early` the first one arrives last; of `former` an earlier version published the first one, without a sequence. */
const arrived = [
  outcome('plain', '0000000000000004', 'plain'),
  outcome('early', '0000000000000009', 'early, third'),
  outcome('former', null, 'former, first'),
  outcome('early', '0000000000000009', 'early, third again'),
  outcome('former', '0000000000000001', 'former, second'),
  outcome('early', '0000000000000010', 'early, fourth'),
  outcome('former', null, 'former, first again'),
  outcome('early', '0000000000000002', 'early, first'),
]

describe('the first outcome of an inspection', () => {
  const python = suitePython()
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pageprobe-first-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  const lines = (events: readonly object[]) => events.map((event) => `${JSON.stringify(event)}\n`).join('')

  it('is the one with the lowest sequence, in any order of lines', async () => {
    for (const events of [arrived, arrived.toReversed()]) {
      const file = join(folder, 'events.ndjson')
      await writeFile(file, lines(events))
      const answer = await python.ask('query.py', ['--events', file, 'duckdb/flat.sql', '--csv'])
      const [head = '', ...rows] = answer.trim().split(/\r?\n/)
      const message = head.split(',').indexOf('sequence')
      expect(rows.map((row) => row.split(',')[message])).to.deep.equal([
        '0000000000000002',
        '',
        '0000000000000004',
      ])
    }
  })

  it('is written by consume.py even if it arrives last, and nothing else is written twice', async () => {
    const file = join(folder, 'consumed.ndjson')
    // The second sink has read the file of the first one.
    const script = `
import consume, json, sys
events = json.loads(sys.argv[2])
for part in (events[:6], events[6:] + events):
    sink = consume.Lines(sys.argv[1], 100)
    sink.take(part)
    sink.close()
counter = consume.Counter(100)
counter.take(events)
counter.close()
`
    const counts = await python.run('-B', ['-c', script, file, JSON.stringify(arrived)])
    const written = (await readFile(file, 'utf8')).split('\n').slice(0, -1)
    expect(written.map((line) => JSON.parse(line).data.message)).to.deep.equal([
      ...['plain', 'early, third', 'former, first', 'early, first'],
    ])
    expect(counts.trim()).to.equal('3  inspection.failed.v1  TIMEOUT')
  })
})
