import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { eventually } from '#test/contract/eventually.ts'
import {
  type Connector,
  type ConnectWorker,
  connectorOf,
  prefixed,
  startWorker,
} from '#test/support/analytics/connect-worker.ts'
import { MADE, NOT_FIRST, WITHOUT_VALUE } from '#test/support/analytics/made-records.ts'
import { publishedEvents } from '#test/support/analytics/published-events.ts'
import type { ExternalRecord } from '#test/support/external/external-client.ts'

/** For a busy machine. */
const ARRIVE_MS = 120_000

/** What the S3 sink is told of converters, with the file sink instead: the runtime is the same. */
function convertersOfS3(): Connector {
  const { config } = connectorOf('s3-sink.json')
  const own = Object.entries(config).filter(([key]) =>
    /^(?:topics|(?:key|value|header)\.converter.*)$/.test(key),
  )
  const sink = { 'connector.class': 'org.apache.kafka.connect.file.FileStreamSinkConnector', file: 's3.txt' }
  return { name: 's3', config: { ...Object.fromEntries(own), ...sink } }
}

/** The fields of a line, after the value in braces: `Struct{data={…},id=…,subject=…}`. */
function columnsOf(line: string): Record<string, string> {
  const end = line.lastIndexOf(',id=')
  const fields = line.slice(end + 1, -1).split(',')
  const pairs = fields.map((field) => [
    field.slice(0, field.indexOf('=')),
    field.slice(field.indexOf('=') + 1),
  ])
  return { ...Object.fromEntries(pairs), data: line.slice('Struct{data='.length, end) }
}

describe('Kafka Connect', function () {
  this.timeout(300_000)
  const events = publishedEvents()
  let worker: ConnectWorker
  let withValue: readonly ExternalRecord[]
  before('run the connectors', async function () {
    const { brokers, prefix, records } = events()
    const connectors = [
      connectorOf('connect/values.json'),
      connectorOf('connect/columns.json'),
      convertersOfS3(),
    ]
    worker = await startWorker(
      this,
      brokers,
      connectors.map((one) => prefixed(one, prefix)),
    )
    withValue = records.filter(({ value }) => value !== null)
    await eventually(() => linesOf('values.ndjson').length >= withValue.length, ARRIVE_MS)
    await eventually(() => linesOf('columns.txt').length >= withValue.length, ARRIVE_MS)
    await eventually(() => linesOf('s3.txt').length >= records.length, ARRIVE_MS)
  })
  after('stop it', () => worker?.stop())

  const linesOf = (file: string): string[] => {
    const path = join(worker.folder, file)
    return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : []
  }
  const header = ({ headers }: ExternalRecord, name: string) => String(headers[`ce_${name}`] ?? '')

  it('writes the values as they are, a line each, and none for records without a value', () => {
    expect(linesOf('values.ndjson')).to.have.members(withValue.map(({ value }) => String(value)))
  })

  it('makes columns of the attributes, as text', () => {
    const names = ['id', 'subject', 'type', 'time', 'operation', 'lane', 'tenant', 'sequence', 'dataref']
    const expected = withValue.map((record) => ({
      ...Object.fromEntries(names.map((name) => [name, header(record, name)])),
      ...{ host: header(record, 'partitionkey'), data: String(record.value) },
    }))
    const rows = linesOf('columns.txt').map(columnsOf)
    expect(rows).to.have.deep.members(expected)
  })

  it('has what a table needs to keep the first outcome of each inspection', () => {
    const rows = Map.groupBy(linesOf('columns.txt').map(columnsOf), ({ id }) => id)
    const first = [...rows.values()].map((one) => one.toSorted(bySequence)[0] as Record<string, string>)
    const codes = first.map(({ data = '' }) => (JSON.parse(data) as { code?: string }).code ?? '')
    expect(codes).not.to.include(NOT_FIRST)
    expect(codes.filter((code) => code !== '').toSorted()).to.deep.equal([
      ...['UNSUPPORTED_CONTENT', 'VALIDATION_ERROR', 'VALIDATION_ERROR', 'VALIDATION_ERROR'],
    ])
    const withoutValue = events().records.length - withValue.length
    expect(first).to.have.length(16 - withoutValue)
    expect(first.map(({ subject }) => subject))
      .to.include(MADE)
      .and.not.to.include(WITHOUT_VALUE)
  })

  it('reads values as objects with the converters of the S3 sink, records without a value included', () => {
    const lines = linesOf('s3.txt')
    expect(lines.filter((line) => line === 'null')).to.have.length(events().records.length - withValue.length)
    expect(lines.filter((line) => line.startsWith('{') && line.includes('operation=metadata'))).not.to.be
      .empty
    expect(lines).to.have.length(events().records.length)
  })
})

function bySequence(one: Record<string, string>, other: Record<string, string>): number {
  return (one.sequence ?? '') < (other.sequence ?? '') ? -1 : 1
}
