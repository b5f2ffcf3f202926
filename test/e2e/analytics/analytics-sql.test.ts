import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { rejectionOf } from '#test/contract/eventually.ts'
import { root } from '#test/support/sandbox.ts'
import { suitePython } from '#test/support/service/python.ts'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import { workerService } from '#test/support/service/worker-service.ts'
import { openOwnSite, type Route, type TargetSite } from '#test/support/sites/target-site.ts'

const HTML = { 'content-type': 'text/html; charset=utf-8' }

interface Ended {
  readonly operation: string
  readonly url: string
  readonly time: string
  readonly result?: object
  readonly code?: string
}

const audit = (
  url: string,
  time: string,
  overall: number,
  deductions: readonly [rule: string, points: number][],
) => ({
  operation: 'seo-audit',
  url,
  time,
  result: {
    scannedAt: time,
    scoring: { overall, deductions: deductions.map(([rule_id, points]) => ({ rule_id, points })) },
  },
})

const measurement = (url: string, time: string, lcp: number | null, score: number) => ({
  operation: 'performance',
  url,
  time,
  result: {
    created_at: time,
    environment: { device_profile: 'phone' },
    core_web_vitals: { lcp: { value_ms: lcp }, ttfb: { value_ms: 5 } },
    resources: { transfer_kb: 1.5 },
    performance_score: { value: score },
  },
})

const failure = (operation: string, url: string, code: string) => ({
  ...{ operation, url, time: '2026-11-20T10:00:00.000Z', code },
})

/** 2026-11-09 and 2026-11-16 are Mondays. */
const outcomes: readonly Ended[] = [
  audit('http://A.example/1', '2026-11-09T00:00:00.000Z', 80, [['title-missing', 10]]),
  audit('http://a.example:8080/2', '2026-11-15T23:59:59.999Z', 90, [
    ['title-missing', 10],
    ['canonical-relative', 5],
  ]),
  audit('http://a.example/1', '2026-11-16T00:00:00.000Z', 95, []),
  audit('https://user@[2001:db8::1]:8443/', '2026-11-17T00:00:00.000Z', 60, [['noindex', 20.25]]),
  measurement('http://a.example/slow', '2026-11-16T01:00:00.000Z', 9000, 10),
  measurement('http://a.example/slow', '2026-11-17T01:00:00.000Z', 4000, 50),
  measurement('http://b.example/fast', '2026-11-17T01:00:00.000Z', 300, 100),
  measurement('http://b.example/none', '2026-11-17T01:00:00.000Z', null, 71),
  failure('performance', 'http://b.example/gone', 'PAGE_LOAD_FAILED'),
  failure('metadata', 'http://b.example/x', 'TIMEOUT'),
  failure('metadata', 'http://b.example/y', 'TIMEOUT'),
  failure('metadata', '', 'VALIDATION_ERROR'),
  {
    operation: 'metadata',
    url: 'http://a.example/',
    time: '2026-11-20T10:00:00.000Z',
    result: { title: '"\n,' },
  },
]

/** Result lines of a batch (infra/docs/batches.md#batch-results). */
const batchLines = outcomes.map(({ time: _, ...ending }, at) =>
  JSON.stringify({ n: at + 1, id: `b.${at}`, parameters: { url: ending.url }, ...ending }),
)

/** Events in the form of `/events`, some twice, with heartbeats between them. */
const eventLines = outcomes.flatMap(({ time, ...data }, at) => {
  const type = data.code === undefined ? `result.${data.operation}.v1` : 'inspection.failed.v1'
  const attributes = {
    specversion: '1.0',
    id: `${at}:outcome`,
    source: '/pageprobe',
    type,
    subject: `${at}`,
    time,
  }
  const line = JSON.stringify({ ...attributes, operation: data.operation, cursor: '1.1', data })
  return at % 3 === 0 ? [line, '', line] : [line]
})

/** Calculated by hand. */
const answers = {
  'seo-failures-by-host': [
    'host,rule,pages,points',
    '[2001:db8::1],noindex,1,20.3',
    'a.example,title-missing,2,20.0',
    'a.example,canonical-relative,1,5.0',
  ],
  'slowest-pages': [
    'url,device,lcp_ms,ttfb_ms,transfer_kb,score',
    'http://a.example/slow,phone,4000.0,5.0,1.5,50.0',
    'http://b.example/fast,phone,300.0,5.0,1.5,100.0',
    'http://b.example/none,phone,,5.0,1.5,71.0',
  ],
  'weekly-score-trend': [
    'host,operation,week,pages,score,change',
    '[2001:db8::1],seo-audit,2026-11-16,1,60.0,',
    'a.example,performance,2026-11-16,1,30.0,',
    'a.example,seo-audit,2026-11-09,2,85.0,',
    'a.example,seo-audit,2026-11-16,1,95.0,10.0',
    'b.example,performance,2026-11-16,2,85.5,',
  ],
  'failures-by-code': [
    'operation,code,failures,percent',
    'metadata,TIMEOUT,2,50.0',
    'metadata,VALIDATION_ERROR,1,25.0',
    'performance,PAGE_LOAD_FAILED,1,20.0',
  ],
} as const

describe('analytics over files', () => {
  const python = suitePython()
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pageprobe-sql-'))
    await writeFile(join(folder, 'batch.ndjson'), batchLines.map((line) => `${line}\n`).join(''))
    await writeFile(join(folder, 'events.ndjson'), eventLines.map((line) => `${line}\n`).join(''))
  })
  after(() => rm(folder, { recursive: true }))

  for (const [query, expected] of Object.entries(answers)) {
    for (const source of ['batch', 'events']) {
      it(`${query}.sql returns the right rows, over ${source}`, async () => {
        const args = [`--${source}`, join(folder, `${source}.ndjson`), `duckdb/${query}.sql`, '--csv']
        const answer = await python.ask('query.py', args)
        expect(answer.trim().split(/\r?\n/)).to.deep.equal(expected)
      })
    }
  }

  it('prints a table by default', async () => {
    const args = ['--batch', join(folder, 'batch.ndjson'), 'duckdb/slowest-pages.sql']
    expect(await python.run('query.py', args)).to.include('http://a.example/slow')
  })

  for (const [given, wanted] of [
    ['batch', 'events'],
    ['events', 'batch'],
  ] as const) {
    it(`rejects lines of ${given} for --${wanted}`, async () => {
      const args = [`--${wanted}`, join(folder, `${given}.ndjson`), 'duckdb/failures-by-code.sql']
      const error = await rejectionOf(python.ask('query.py', args))
      expect(String(error)).to.include(`${given}.sql`)
    })
  }

  it('has DDL and queries for ClickHouse with valid syntax', async () => {
    const program = `
import sys, sqlglot
for path in sys.argv[1:]:
    for one in sqlglot.parse(open(path).read(), read="clickhouse"):
        print(type(one).__name__, one.args.get("kind") or "")
`
    const files = ['events', 'questions', 'from-file'].map((name) => `clickhouse/${name}.sql`)
    const kinds = (await python.run('-c', [program, ...files])).trim().split(/\s*\n/)
    expect(kinds).to.deep.equal([
      'Create TABLE',
      'Create TABLE',
      'Create VIEW',
      'Select',
      'Select',
      'Select',
      'Select',
      'Insert',
    ])
  })
})

/** Runs a batch over HTTP; returns its results when it has ended. */
async function resultsOf(service: UsedService, operation: string, lines: readonly string[]): Promise<string> {
  const headers = { 'x-api-key': service.key, 'content-type': 'application/x-ndjson' }
  const url = `${service.url}/batches?operation=${operation}&vitals=none`
  const accepted = await fetch(url, { method: 'POST', headers, body: lines.join('\n') })
  expect(accepted.status).to.equal(202)
  const { location } = Object.fromEntries(accepted.headers)
  const results = await fetch(`${service.url}${location}/results?follow=true`, { headers })
  return results.text()
}

/** Two of its pages have no title, one path is not a page. */
const routes: Readonly<Record<string, Route>> = {
  '/untitled': (_, response) => void response.writeHead(200, HTML).end('<!doctype html><p>Words.</p>'),
  '/untitled/too': (_, response) => void response.writeHead(200, HTML).end('<!doctype html><p>More.</p>'),
  '/file': (_, response) => void response.writeHead(200, { 'content-type': 'application/zip' }).end('PK'),
}

describe('analytics over the export of a batch', function () {
  this.timeout(120_000)
  const python = suitePython()
  let site: TargetSite
  let fixture: UsedService
  let file: string
  before('audit some pages', async () => {
    site = await openOwnSite({ hosts: 2, routes })
    fixture = await workerService()
    const paths = ['/untitled', '/untitled/too', '/titled', '/file'].map((path) => site.url(path))
    const urls = [...paths, site.url('/titled', 1)]
    file = join(await mkdtemp(join(tmpdir(), 'pageprobe-sql-')), 'results.ndjson')
    await writeFile(file, await resultsOf(fixture, 'seo-audit', urls))
  })
  after('stop the service', async () => {
    await fixture?.close()
    await site?.close()
    if (file !== undefined) await rm(dirname(file), { recursive: true })
  })

  const hostAt = (host: number) => new URL(site.url('/', host)).hostname
  const ask = async (query: string) => {
    const answer = await python.ask('query.py', ['--batch', file, `duckdb/${query}.sql`, '--csv'])
    return answer.trim().split(/\r?\n/).slice(1)
  }

  it('finds the pages that fail a rule, by host', async () => {
    const untitled = (await ask('seo-failures-by-host')).filter((row) => row.includes(',title-missing,'))
    expect(untitled.map((row) => row.split(',').slice(0, 3))).to.deep.equal([
      [hostAt(0), 'title-missing', '2'],
    ])
  })

  it('counts the failures', async () => {
    expect(await ask('failures-by-code')).to.deep.equal(['seo-audit,UNSUPPORTED_CONTENT,1,20.0'])
  })

  it('has a score for this week', async () => {
    const rows = (await ask('weekly-score-trend')).map((row) => row.split(','))
    expect(rows.map(([host, operation, , pages]) => [host, operation, pages])).to.deep.equal([
      [hostAt(0), 'seo-audit', '3'],
      [hostAt(1), 'seo-audit', '1'],
    ])
  })
})

/** Keys of Confluent, "Amazon S3 Sink Connector: configuration reference", and of Kafka Connect. */
const connectorKeys = new Set([
  ...['connector.class', 'tasks.max', 'topics', 'topics.regex', 'errors.tolerance'],
  ...['key.converter', 'value.converter', 'value.converter.schemas.enable', 'header.converter'],
  ...['s3.bucket.name', 's3.region', 's3.part.size', 's3.compression.type', 'store.url', 'topics.dir'],
  ...['storage.class', 'format.class', 'flush.size', 'rotate.interval.ms', 'rotate.schedule.interval.ms'],
  ...['schema.compatibility', 'behavior.on.null.values', 'tombstone.encoded.partition'],
  ...['store.kafka.keys', 'keys.format.class', 'store.kafka.headers', 'headers.format.class'],
  ...[
    'partitioner.class',
    'partition.duration.ms',
    'path.format',
    'locale',
    'timezone',
    'timestamp.extractor',
  ],
])

describe('S3 sink configuration', () => {
  const { name, config } = JSON.parse(readFileSync(join(root, 'infra/analytics/s3-sink.json'), 'utf8')) as {
    name: string
    config: Record<string, string>
  }

  it('has documented keys only, each with a text', () => {
    expect(name).to.be.a('string').that.is.not.equal('')
    expect(Object.keys(config).filter((key) => !connectorKeys.has(key))).to.deep.equal([])
    for (const value of Object.values(config)) expect(value).to.be.a('string').that.is.not.equal('')
  })

  it('has all required keys, and reads all outcome topics', () => {
    const required = ['connector.class', 'storage.class', 'format.class', 'flush.size', 's3.bucket.name']
    expect(config).to.include.all.keys(...required)
    expect(config.topics?.split(',')).to.have.members([
      ...[
        'result.snapshot',
        'result.metadata',
        'result.performance',
        'result.seo-audit',
        'inspection.failed',
      ],
    ])
  })

  it('keeps the attributes, and events whose value travels by reference', () => {
    expect(config).to.include({
      ...{ 'store.kafka.headers': 'true', 'store.kafka.keys': 'true', 'behavior.on.null.values': 'write' },
    })
  })

  it('has the settings of a time-based partitioner', () => {
    expect(config).to.include.all.keys('partition.duration.ms', 'path.format', 'locale', 'timezone')
  })
})
