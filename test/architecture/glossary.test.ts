import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { root } from '#test/support/sandbox.ts'
import { readSource, sourceFiles } from '#test/support/source/source-files.ts'
import { folderWords, glossaryWords, metricWords, singularsOf } from '#test/support/source/terms.ts'

const glossary = readFileSync(join(root, 'infra/docs/glossary.md'), 'utf8')

/** Folders that are lists of subjects of the web, and the two upper levels of the tests, below which paths of the source come again. */
const isOurs = (file: string) =>
  !/^stages\/score\/(?:audit\/(?:rules|derived)|performance\/tips)\//.test(file)
const upper = (file: string) => file.replace(/^(test\/[\w-]+)\/.*\//, '$1/')

/** Words that any reader of the source knows, of English, of computers and of the web, and names of programs. */
const common = new Set(
  `access advice again app architecture cleanup changes code commands common control course disk document documents
  duplicated duration example examples errors extract faults fetch figures finish folder form found history image images in index
  inspect inspection interaction issues keys languages launch launches legacy links list live logo longest lost main message messages names new oldest one
  outlines overview own page pages pictures places print printing process processes produce producer reader reads render report reporting reports
  resources rights run runs score scoring seconds sections selection services settings setup shared site sites
  structured style support table technologies terminal test tests text tools total visit wait waiting words work
  bases bench binary body browser cli client clients clock config connect connection connections console coverage data database
  decode dns downloads egress engine graph http isolation jobs lookups markup metadata network oldest offset patches performance
  pool protocol proxy requests routes scroll server shell state statements telemetry thread threads topics ui upload validation vitals web
  analytics api async asyncapi clickhouse compression conditions content crawl csv duckdb e2e gateway grpc health html html5lib infra json kafka ld
  minio openapi postgres proto python redis rpc s3 schema sitemap sitemaps snapshot sqlite tls conformance`.split(
    /\s+/,
  ),
)

const isExplained = (words: ReadonlySet<string>) => (word: string) =>
  word === '' || singularsOf(word).some((one) => words.has(one) || common.has(one))

describe('glossary', () => {
  const files = sourceFiles().filter(isOurs)
  const words = glossaryWords(glossary)

  it('has the term of each folder, unless it is plain English', () => {
    const used = folderWords(files.map(upper))
    expect([...used].filter((word) => !isExplained(words)(word)).toSorted()).to.deep.equal([])
  })

  it('has the term of each metric, unless it is plain English', () => {
    const used = files.flatMap((file) => [...metricWords(readSource(file))])
    expect([...new Set(used)].filter((word) => !isExplained(words)(word)).toSorted()).to.deep.equal([])
  })

  it('says each term once, in one line', () => {
    const entries = glossary.split('\n').filter((line) => line.startsWith('- '))
    const anchors = entries.map((line) => /^- <a id="([\w-]+)"><\/a>\*\*.+\.$/.exec(line)?.[1])
    expect(entries.filter((_, index) => anchors[index] === undefined)).to.deep.equal([])
    expect(anchors.filter((anchor, index) => anchors.indexOf(anchor) !== index)).to.deep.equal([])
  })
})

describe('words that a reader meets', () => {
  it('are parts of the names of folders', () => {
    expect([...folderWords(['stages/polite-fetch/a-b.ts'])]).to.deep.equal(['stages', 'polite', 'fetch'])
  })

  it('are parts of the names of metrics', () => {
    const source = `{ name: 'pageprobe_lane_behind' }`
    expect([...metricWords(source)]).to.deep.equal(['lane', 'behind'])
  })

  it('are explained by bold terms and by what stands in brackets behind them', () => {
    const page = '- <a id="single-flight"></a>**single-flight** (request coalescing): equal **calls**.\n'
    expect([...glossaryWords(page)]).to.deep.equal(['single', 'flight', 'request', 'coalescing'])
  })

  it('may be plurals', () => {
    expect(singularsOf('families')).to.include('family')
    expect(singularsOf('addresses')).to.include('address')
  })
})
