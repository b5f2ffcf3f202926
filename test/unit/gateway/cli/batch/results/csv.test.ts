import { expect } from 'chai'
import type { z } from 'zod'
import {
  csvHeader,
  csvRecords,
  lineColumns,
  parseResultLines,
  resultColumns,
} from '#gateway/cli/batch/results/csv.ts'
import { metadataResult } from '#shared/operations/results/metadata-result.ts'
import { performanceResult } from '#shared/operations/results/performance-result.ts'
import { seoAuditResult } from '#shared/operations/results/seo-audit-result.ts'
import { snapshotResult } from '#shared/operations/results/snapshot-result.ts'

const common = 'n,id,url,status,code,message,stage,depth,from'
const head = { n: 1, id: 'b1.1', operation: 'snapshot', parameters: {}, url: 'https://example.com/' }

/** Parses records as RFC 4180, section 2 defines them: quotes around a cell, doubled within. */
function cells(csv: string): string[][] {
  return csv
    .split('\r\n')
    .slice(0, -1)
    .map((record) =>
      [...record.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
      ),
    )
}
const cell = (line: object, name: string) =>
  cells(csvRecords([{ ...head, ...line }]))[0]?.[cells(csvHeader(head.operation))[0]?.indexOf(name) ?? -1]

describe('results as CSV', () => {
  it('have a header with the common columns, then those of the operation', () => {
    for (const [operation, paths] of Object.entries(resultColumns)) {
      expect(csvHeader(operation)).to.equal(`${common},${paths.join(',')}\r\n`)
    }
  })

  it('are a record each, ended by CRLF', () => {
    const result = { screenshot_url: 'http://127.0.0.1/a.png', width: 800, cached: false, metadata: {} }
    const csv = csvRecords([
      { ...head, result },
      { ...head, n: 2, id: 'b1.2', result },
    ])
    expect(csv).to.match(
      /^1,b1\.1,https:\/\/example\.com\/,200,,,,,,http:\/\/127\.0\.0\.1\/a\.png,800,,,,,false,,,\r\n2,/,
    )
    expect(cells(csv).map((record) => record.length)).to.deep.equal([19, 19])
  })

  it('describe a failure', () => {
    const failure = { code: 'TIMEOUT', status: 408, message: 'too slow, "really"', stage: 'render', depth: 2 }
    expect(csvRecords([{ ...head, ...failure, from: 'https://example.com/a' }])).to.equal(
      '1,b1.1,https://example.com/,408,TIMEOUT,"too slow, ""really""",render,2,https://example.com/a,,,,,,,,,,\r\n',
    )
  })

  it('stay on one line for any text', () => {
    const message = 'a\r\nb\nc\rd'
    expect(cell({ code: 'INTERNAL_ERROR', message }, 'message')).to.equal('a b c d')
  })

  for (const text of [
    ...['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("http://127.0.0.1/?"&A1,"x")'],
    ...['＝1+1', '\t=1+1', '  =1+1', '\u00a0-1'],
  ]) {
    it(`escape a formula: ${text}`, () =>
      expect(cell({ code: 'TIMEOUT', message: text }, 'message')).to.equal(`'${text}`))
  }

  it('escape a formula after a line break', () =>
    expect(cell({ code: 'TIMEOUT', message: '\r\n=1+1' }, 'message')).to.equal("' =1+1"))

  it('write huge and tiny numbers as JSON does', () => {
    expect(cell({ result: { size_bytes: 12_345_678_901_234_567_000 } }, 'size_bytes')).to.equal(
      '12345678901234567000',
    )
    expect(cell({ result: { size_bytes: 1e21 } }, 'size_bytes')).to.equal('1e+21')
    expect(cell({ result: { size_bytes: -0.000_000_1 } }, 'size_bytes')).to.equal('-1e-7')
  })

  it('note that a result is no longer stored', () => {
    const gone = { result: null, dataref: 'a', note: 'the result is not stored any more' }
    expect(cell(gone, 'message')).to.equal(gone.note)
    expect(cell(gone, 'width')).to.equal('')
  })

  it('leave numbers unchanged', () => expect(cell({ result: { width: -1 } }, 'width')).to.equal('-1'))

  it('write objects and lists as JSON, and null as an empty cell', () => {
    const result = { screenshot_url: { a: [1, 'b'] }, format: null, checksum: ['x', 'y'] }
    expect(cell({ result }, 'screenshot_url')).to.equal('{"a":[1,"b"]}')
    expect(cell({ result }, 'checksum')).to.equal('["x","y"]')
    expect(cell({ result }, 'format')).to.equal('')
    expect(cell({ result: null }, 'format')).to.equal('')
  })

  it('reject lines that are not results', () => {
    expect(parseResultLines(Buffer.from(`${JSON.stringify(head)}\n`))).to.deep.equal([head])
    for (const line of ['x', 'null', '{}', '{"n":"1"}']) {
      expect(() => parseResultLines(Buffer.from(`${line}\n`)), line).to.throw()
    }
  })
})

describe('columns of results', () => {
  const schemas: Record<string, z.ZodType> = {
    metadata: metadataResult,
    performance: performanceResult,
    'seo-audit': seoAuditResult,
    snapshot: snapshotResult,
  }

  for (const [operation, paths] of Object.entries(resultColumns)) {
    it(`exist in a result of ${operation}, each once`, () => {
      const schema = schemas[operation] as z.ZodType
      expect(paths.filter((path) => !has(schema, path.split('.')))).to.deep.equal([])
      expect(new Set([...lineColumns, ...paths]).size).to.equal(lineColumns.length + paths.length)
    })
  }

  /** Whether a schema has a value at this path, optional or not. */
  function has(schema: z.ZodType, [name, ...rest]: readonly string[]): boolean {
    if ('innerType' in schema.def) return has(schema.def.innerType as z.ZodType, [name ?? '', ...rest])
    const { shape } = schema as z.ZodObject
    const field = shape === undefined ? undefined : (shape[name ?? ''] as z.ZodType | undefined)
    return field !== undefined && (rest.length === 0 || has(field, rest))
  }
})
