import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { openApiDocument } from '#gateway/documents/openapi/document.ts'
import { partNames } from '#infra/process/parts.ts'
import { settings } from '#shared/config/settings.ts'
import { errorCodes, operations } from '#shared/errors.ts'
import { consumerGroups } from '#shared/messages/consumer-groups.ts'
import { topicSpecs } from '#shared/messages/topic-specs.ts'
import { lanes } from '#shared/messages/topics.ts'
import { siteRules } from '#stages/batch/site/rules/index.ts'
import { rules } from '#stages/score/audit/rules/index.ts'
import { tips } from '#stages/score/performance/tips/index.ts'
import { root } from '#test/support/sandbox.ts'
import { claimsOf, defaultsOf } from '#test/support/source/claims.ts'
import { documentFiles } from '#test/support/source/document-links.ts'
import { readSource, sourceFiles } from '#test/support/source/source-files.ts'

const STAGES = ['fetch', 'render', 'extract', 'score']
const architectureRules = (): number => headingsOf('infra/docs/architecture.md', /^### \d+\. /gm)
const questions = (): number => headingsOf('infra/docs/questions.md', /^### /gm)

/** What the code has of each noun that documents count; a noun of two kinds has both. */
const truth: Readonly<Record<string, readonly number[]>> = {
  rules: [rules.length, architectureRules()],
  'audit rules': [rules.length],
  'site rules': [siteRules.length],
  'rules about sites': [siteRules.length],
  tips: [tips.length],
  settings: [Object.keys(settings).length],
  topics: [topicSpecs(0).length],
  parts: [partNames.length],
  operations: [operations.length],
  stages: [STAGES.length],
  lanes: [lanes.length],
  questions: [questions()],
}

/** Numbers that speak of something else. */
const others: readonly { page: string; text: string; because: string }[] = [
  { page: 'infra/docs/changelog.md', text: '13 tips', because: 'that were new on a day' },
  { page: 'infra/docs/security.md', text: '40,000 rules', because: 'a bound' },
  { page: 'infra/docs/decisions/site-report.md', text: '128 parts', because: 'of a fingerprint' },
]

/** Names in capitals that are no settings, besides codes of errors. */
const otherNames = [
  /^(?:KAFKA|REDIS|S3)_TEST_\w+$|^REDIS_SERVER$/, // services for the tests
  /^BENCH_(?:CORPUS|PAGES)$/,
  /^PAGEPROBE_URL$/, // of the command line
  /^(?:NODE_EXTRA_CA_CERTS|CAP_SYS_ADMIN|RLIMIT_DATA|SASL_SSL|CONCURRENCY_CONTEXT)$/, // of other programs
  /^(?:UPPER_SNAKE|(?:SITE_)?RULE_VERSION)$/,
]
/** Pages that also name settings and metrics that are gone. */
const withFormerNames = ['infra/docs/changelog.md', 'infra/docs/settings.md']

function headingsOf(page: string, pattern: RegExp): number {
  return read(page).match(pattern)?.length ?? 0
}

function read(page: string): string {
  return readFileSync(join(root, page), 'utf8')
}

const pages = documentFiles(root).filter((page) => page === 'README.md' || page.startsWith('infra/'))
const currentPages = pages.filter((page) => !withFormerNames.includes(page))

function wrongClaims(page: string): string[] {
  return claimsOf(read(page), Object.keys(truth))
    .filter(({ count, noun }) => !truth[noun]?.includes(count))
    .filter(({ text }) => !others.some((other) => other.page === page && other.text === text))
    .map(({ text, noun }) => `${page}: ${text}, and there are ${truth[noun]?.join(' or ')}`)
}

const metricsOf = (text: string): string[] => text.match(/\bpageprobe_[a-z_]*[a-z]\b/g) ?? []

/** Routes with their methods; files such as /openapi.json are none. */
const routesOf = (text: string): string[] =>
  text.match(/\b(?:GET|POST|PUT|DELETE) \/[a-z][\w/{}-]*(?![\w.])/g) ?? []

const api = openApiDocument('http://docs.test') as { paths: Readonly<Record<string, object>> }

/** A section of a page, from its anchor to the next heading of the second level after its own. */
function sectionOf(page: string, anchor: string): string {
  const [, section = ''] = read(page).split(`<a id="${anchor}"></a>`)
  return section.split(/^## /m)[1] ?? ''
}

/** Ports with several adapters; other files of the folder have parts of them. */
const ports = ['event-log', 'result-store', 'object-store', 'lookups', 'batches'].map(
  (name) => `shared/ports/${name}.ts`,
)

const isSetting = (name: string): name is keyof typeof settings => name in settings

/** The default as a number; null = no setting. */
const defaultOf = (name: string) =>
  isSetting(name) ? Number(settings[name].documented.replaceAll('`', '')) : null

/** What to set, where it is no default. */
const advised = ['`KAFKA_PARTITIONS` (48)']

function isName(name: string): boolean {
  const isOfSetting = isSetting(name) || isSetting(name.replace(/_FILE$/, '')) || name === 'NAME_FILE'
  return isOfSetting || name in errorCodes || otherNames.some((other) => other.test(name))
}

function unknownNames(page: string): string[] {
  const names = read(page).match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? []
  return [...new Set(names.filter((name) => !isName(name)))].map((name) => `${page}: ${name}`)
}

describe('claims of the documents', () => {
  it('that can be counted are true', () => {
    expect(pages.flatMap(wrongClaims)).to.deep.equal([])
  })

  it('name only settings and codes that exist', () => {
    expect(currentPages.flatMap(unknownNames)).to.deep.equal([])
  })

  it('name only metrics that exist', () => {
    const known = new Set(
      sourceFiles(['gateway', 'stages', 'shared', 'infra']).flatMap((file) => metricsOf(readSource(file))),
    )
    const named = currentPages.flatMap((page) => metricsOf(read(page)).map((name) => ({ page, name })))
    expect(named.filter(({ name }) => !known.has(name))).to.deep.equal([])
  })

  it('name only routes that the API documents have', () => {
    const routes = Object.entries(api.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const named = pages.flatMap((page) => routesOf(read(page)).map((route) => ({ page, route })))
    expect(named.filter(({ route }) => !routes.includes(route))).to.deep.equal([])
    expect(named.length).to.be.above(20)
  })

  it('that state the default of a setting are true', () => {
    const stated = pages.flatMap((page) => defaultsOf(read(page)).map((one) => ({ page, ...one })))
    const wrong = stated.filter(
      ({ name, value, text }) => ![value, null].includes(defaultOf(name)) && !advised.includes(text),
    )
    expect(
      wrong.map(({ page, text, name }) => `${page}: ${text}, and it is ${defaultOf(name)}`),
    ).to.deep.equal([])
    expect(stated.length).to.be.above(10)
  })

  it('are there: the README counts the rules', () => {
    expect(claimsOf(read('README.md'), ['rules']).map(({ count }) => count)).to.include(rules.length)
  })

  it('name every topic and every group in the architecture', () => {
    const page = sectionOf('infra/docs/architecture.md', 'topics')
    const topics = topicSpecs(0).map(({ topic }) => topic.replace(/\.(?:interactive|batch)$/, ''))
    const groups = consumerGroups.map(({ group }) => group)
    expect([...topics, ...groups].filter((name) => !page.includes(name))).to.deep.equal([])
  })

  it('name every part and every port in the architecture', () => {
    const missing = ports.filter((path) => !sectionOf('infra/docs/architecture.md', 'ports').includes(path))
    const parts = partNames.filter(
      (part) => !sectionOf('infra/docs/architecture.md', 'parts').includes(`| ${part} |`),
    )
    expect([...missing, ...parts]).to.deep.equal([])
  })

  it('that speak of something else are still in their pages', () => {
    const gone = others.filter(({ page, text }) => !read(page).includes(text))
    expect(gone.map(({ page, text }) => `${page}: ${text}`)).to.deep.equal([])
  })
})

describe('numbers before a noun', () => {
  const nouns = ['rules', 'site rules', 'parts']
  const counts = (text: string) => claimsOf(text, nouns).map(({ count, noun }) => `${count} ${noun}`)

  it('are claims as digits, also in links and over the end of a line', () => {
    expect(counts('has [306\nrules](a.md) and 1,024 site rules')).to.deep.equal([
      '306 rules',
      '1024 site rules',
    ])
  })

  it('are claims as words where they speak of all', () => {
    expect(counts('Six parts run. The nine rules, all six parts.')).to.deep.equal([
      '6 parts',
      '9 rules',
      '6 parts',
    ])
  })

  it('are none where they speak of some, or of another thing', () => {
    expect(counts('with three parts, 15 failed rules, version 1.2 rules')).to.deep.equal([])
  })
})

describe('defaults behind names of settings', () => {
  it('are read in the unit of the name', () => {
    const page =
      '`A_MS` (1,000 ms; 0 for some), `B_SECONDS`\n(2 h), `C_WINDOW` (800), `D_MB` (64 MiB for all), `E_DAYS`, 3'
    expect(defaultsOf(page).map(({ name, value }) => [name, value])).to.deep.equal([
      ['A_MS', 1000],
      ['B_SECONDS', 7200],
      ['C_WINDOW', 800],
    ])
  })
})
