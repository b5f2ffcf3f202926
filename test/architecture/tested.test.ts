import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect } from 'chai'
import { root } from '#test/support/sandbox.ts'
import { hasLogic } from '#test/support/source/has-logic.ts'
import { readSource, sourceFiles } from '#test/support/source/source-files.ts'

/**
 * Programs: nobody imports them, a test runs them as a process or thread. The test named here has to name the program;
 * where none does, the reason says what covers it.
 */
const programs: Record<string, { runBy: string } | { because: string }> = {
  'infra/main.ts': { runBy: 'test/support/service/service-process.ts' },
  'infra/healthy.ts': { runBy: 'test/unit/infra/healthy.test.ts' },
  'infra/image/main.ts': { runBy: 'test/unit/infra/image/main.test.ts' },
  'infra/image/build.ts': { because: '`image -- test` builds the images with it' },
  'infra/image/calls.ts': { because: '`image -- test` makes its calls' },
  'infra/image/rights-checks.ts': { because: '`image -- test` checks the rights of a running container' },
  'gateway/routes/batches/shares/routes.ts': { because: 'test/e2e/site-report/sharing calls its routes' },
  'gateway/routes/batches/shares/shared-report.ts': {
    because: 'test/e2e/site-report/sharing compares its responses',
  },
  'stages/render/print/print-server.ts': {
    because: 'test/unit/shared/adapters/grpc/printing.test.ts calls it; it only wires',
  },
  'infra/run/start-parts.ts': { because: 'every end-to-end test starts its parts; it only wires' },
  'infra/services/python.ts': { because: 'test/e2e/analytics runs on the Python that it provides' },
  'infra/services/postgres/server.ts': {
    because: 'test/unit/infra/services/postgres.test.ts starts, kills and suspends servers with it',
  },
  ...Object.fromEntries(
    ['connection', 'connections', 'errors', 'report-health', 'servers', 'values'].map((name) => [
      `stages/batch/adapters/postgres/connection/${name}.ts`,
      { because: 'test/contract/postgres runs it on a server that fails in each way' },
    ]),
  ),
  'stages/batch/adapters/postgres/connection/migrations.ts': {
    because: 'test/contract/postgres/migrations.test.ts covers it',
  },
  'shared/rpc/needs.ts': {
    because:
      'test/unit/shared/rpc/server.test.ts and test/unit/shared/adapters/grpc/batches.test.ts report and read them',
  },
  'infra/services/redis-topologies.ts': { because: 'test/contract/redis runs on what it provides' },
  'infra/tools/examples/record-answers.ts': { because: 'test/e2e/http/examples.test.ts runs it' },
  'infra/tools/examples/record-events.ts': { because: 'test/e2e/http/examples.test.ts runs it' },
  'infra/tools/examples/record-examples.ts': {
    because: 'it writes what test/e2e/http/examples.test.ts compares',
  },
  'infra/kafka-rights/main.ts': {
    because: '`image -- test` runs it on a real broker; what it gives is tested',
  },
  'infra/render/main-thread-guard.worker.ts': {
    because: 'test/unit/infra/render/main-thread-guard.test.ts runs it in processes of its own',
  },
  'infra/render/render-process.ts': { runBy: 'test/unit/infra/render/render-child.test.ts' },
  'shared/adapters/processes/isolated.worker.ts': {
    runBy: 'test/unit/shared/adapters/processes/isolated-process.test.ts',
  },
  'stages/fetch/main.ts': { because: 'every end-to-end test runs it; it only wires' },
  'stages/render/main.ts': { because: 'every end-to-end test of snapshots runs it; it only wires' },
  'stages/extract/main.ts': { because: 'every end-to-end test runs it; it only wires' },
  'stages/score/main.ts': { because: 'every end-to-end test of audits runs it; it only wires' },
  'gateway/main.ts': { because: 'every end-to-end test runs it; it only wires' },
  ...Object.fromEntries(
    [
      'api/client',
      'api/inspect',
      'api/openapi',
      'shell/use-key-trial',
      'state/api-key',
      'state/stored-key',
      'state/resource',
      'state/route',
      'views/inspect/run/use-runs',
    ].map((name) => [
      `gateway/console/app/${name}.ts`,
      { because: 'test/e2e/console covers it: it needs a page' },
    ]),
  ),
  'shared/adapters/grpc/upload.ts': {
    because: 'the contract of batches beside it sends bodies of each kind with it',
  },
  'stages/batch/sitemaps/import-sitemaps.ts': {
    because: 'the test of sitemap-importer beside it goes through it',
  },
  'stages/batch/frontier/open-database.ts': {
    because: 'test/e2e/batches runs it on real services; it only wires',
  },
  ...Object.fromEntries(
    ['batch-summary', 'insert-items', 'complete-item'].map((name) => [
      `stages/batch/frontier/decisions/${name}.ts`,
      { because: 'the contract of frontiers goes through it, and held-back.test.ts beside it' },
    ]),
  ),
  'stages/batch/frontier/decisions/gather-site.ts': {
    because:
      'test/unit/stages/batch/adapters/sqlite/site/gather covers it, and that of PostgreSQL is compared',
  },
  ...Object.fromEntries(
    [
      ...['decide-batch', 'found-endings', 'prepared-endings', 'write-changes'],
      ...['crawl/load-crawl', 'crawl/load-foreseen'],
    ].map((name) => [
      `stages/batch/adapters/postgres/endings/${name}.ts`,
      { because: 'the tests of complete.ts beside it cover it: each is a step of one transaction' },
    ]),
  ),
  'stages/batch/adapters/postgres/site/copy-site.ts': {
    because:
      'site-copies.test.ts beside it makes copies; the reports of postgres-site-store compare what they have',
  },
  'stages/batch/adapters/postgres/site/report.worker.ts': {
    because: 'postgres-site-store/postgres-site-reports.test.ts makes reports with it',
  },
  'stages/batch/adapters/sqlite/site/report-program.ts': {
    because: 'report.worker.test.ts beside it runs it',
  },
  'stages/batch/site/finish/finish-sites.ts': {
    because: 'test/e2e/site-report runs it; it only passes on settings',
  },
  'gateway/cli/batch.ts': { runBy: 'test/unit/gateway/cli/batch.test.ts' },
  'gateway/cli/keys.ts': { runBy: 'test/unit/gateway/cli/keys.test.ts' },
  ...Object.fromEntries(
    ['groups', 'leases', 'notices', 'permits', 'recent-texts', 'result-store'].map((name) => [
      `shared/adapters/redis/${name}.ts`,
      { because: 'test/contract/redis/result-store.test.ts covers it: each method is one command or script' },
    ]),
  ),
  ...Object.fromEntries(
    [
      ...['batch-rows', 'quota-shares', 'summaries'].map((name) => `batches/${name}`),
      'dispatch/item-rows',
      'intake/defer-requests',
      ...['add-items', 'queue-rows'].map((name) => `queues/${name}`),
      'schema/frontier-schema',
    ].map((name) => [
      `stages/batch/adapters/postgres/${name}.ts`,
      {
        because:
          'the contract of the frontier in test/unit/stages/batch/adapters/postgres covers it: it is statements',
      },
    ]),
  ),
  ...Object.fromEntries(
    ['cleanup', 'remove-rows'].map((name) => [
      `stages/batch/adapters/postgres/cleanup/${name}.ts`,
      { because: 'the test of sweep.ts beside it runs the whole clean-up' },
    ]),
  ),
  'shared/adapters/s3/object-store.ts': {
    because: 'test/contract/minio/object-store.test.ts covers it: each method is one request',
  },
  'infra/tests/test-file.worker.ts': {
    because: 'every test runs in it; test/unit/infra/tests/worker-process.test.ts shows how it ends',
  },
  ...Object.fromEntries(
    ['flaky', 'run-files', 'summary', 'test-results'].map((name) => [
      `infra/tests/${name}.ts`,
      { because: 'test/unit/infra/tests/run-tests.test.ts covers it, in whole runs of small files' },
    ]),
  ),
  ...Object.fromEntries(
    ['input', 'kept-state', 'mark-listening', 'wording.data'].map((name) => [
      `stages/render/lab/interaction/${name}.ts`,
      { because: 'test/browser/stages/render/lab/interaction operates pages of each kind with it' },
    ]),
  ),
  ...Object.fromEntries(
    ['clickable', 'flat-tree', 'interaction-point', 'list-refused', 'refusal'].map((name) => [
      `stages/render/lab/interaction/page/${name}.ts`,
      { because: 'the tests of find-interactive.ts beside it cover it, with safe and refused controls' },
    ]),
  ),
  'stages/render/capture/page/hit-test.ts': {
    because: 'the tests of uncover.ts and grounds.ts beside it cover it, in shadow roots too',
  },
  'stages/render/capture/page/visibility.ts': {
    because: 'the test of endless-animations.ts beside it covers it, with each way to hide something',
  },
  'infra/setup/start.mjs': { runBy: 'test/unit/infra/setup/chromium.test.ts' },
  'infra/setup/tools.mjs': { runBy: 'test/unit/infra/setup/packages.test.ts' },
  'infra/tests/run-tests.ts': { runBy: 'test/unit/infra/tests/run-tests.test.ts' },
  'infra/services/prepare.ts': { because: 'every test run begins with it; it would install programs' },
  'infra/faults/run-faults.ts': { because: 'its parts are tested; it would break services for half an hour' },
  'infra/faults/run-file.ts': { because: '`npm run faults` runs each file with it' },
  'infra/tools/examples/pictures/take-pictures.ts': {
    because: 'its site is tested; it runs the service and a browser for minutes',
  },
  'infra/tools/interface.ts': { because: 'its parts are tested; it would run the service for minutes' },
  'infra/tools/mutants.ts': { because: 'its parts are tested; it would run unit tests for minutes' },
  'infra/tools/mutants/checkout.ts': { because: 'it only copies the checkout and starts mocha' },
  'infra/tools/check.ts': { runBy: 'test/unit/infra/tools/check.test.ts' },
  'infra/tools/dependency-cruiser.cjs': { runBy: 'test/support/source/cruise.ts' },
}

/** Tests of what is no source file: of several files at once, or of files in other languages; with what each tests. */
const subjects: Record<string, string> = {
  'test/browser/gateway/documents': 'the documentation page, gateway/documents/page/docs-page.ts',
  'test/browser/stages/score/performance/tips': 'the tips, on pages that the lab has measured',
  'test/browser/stages/score/audit': 'the rules of accessibility, compared with axe',
  'test/unit/driven-clock': 'the clock that the other tests drive',
  'test/unit/infra/compose': 'the compose files',
  'test/unit/infra/image': 'the container image',
}

/** Components of the console: test/e2e/console opens every view in a browser. */
const COMPONENT = /^gateway\/console\/app\/.*\.tsx$/

const TEST = /\.test\.ts$/

/** The paths, without an ending, of the source files that a test may be the mirror of: its own path, or its folder. */
function mirrored(test: string): [file: string, folder: string] {
  const path = test.replace(/^test\/(unit|browser)\//, '').replace(TEST, '')
  return [path, dirname(path)]
}

const withoutEnding = (path: string) => path.replace(/\.(tsx?|mjs|cjs)$/, '')

describe('the tree of unit tests mirrors the source', () => {
  const sources = sourceFiles()
  const tests = globSync(['test/unit/**/*.test.ts', 'test/browser/**/*.test.ts'], { cwd: root })

  it('each source file with logic has a test at its path, or in the folder of its name', () => {
    const known = new Set(tests.flatMap(mirrored))
    const files = sources.filter(
      (path) => !(path in programs) && !COMPONENT.test(path) && hasLogic(readSource(path)),
    )
    expect(files.filter((path) => !known.has(withoutEnding(path)))).to.deep.equal([])
    expect(files.length).to.be.above(500)
  })

  it('each test has a source file, or says what it tests', () => {
    const known = new Set(sources.map(withoutEnding))
    const orphans = tests.filter(
      (test) => !mirrored(test).some((path) => known.has(path)) && !(dirname(test) in subjects),
    )
    expect(orphans).to.deep.equal([])
  })

  for (const [path, how] of Object.entries(programs)) {
    if (!('runBy' in how)) continue
    it(`the program ${path} is run by ${how.runBy}`, () => {
      expect(readSource(how.runBy)).to.include(path)
    })
  }

  it('each program exists', () => {
    expect(sources).to.include.members(Object.keys(programs))
  })
})

describe('logic', () => {
  for (const source of [
    'export const f = (a) => a',
    'function f() {}',
    'class A {}',
    'export const a = { f() {} }',
  ]) {
    it(`is in: ${source}`, () => expect(hasLogic(source)).to.equal(true))
  }
  for (const source of [
    `export const a = { b: 1 } as const`,
    'export interface A { f(): void; g: () => void }',
    `export type { A } from './a.ts'`,
  ]) {
    it(`is not in: ${source}`, () => expect(hasLogic(source)).to.equal(false))
  }
})
