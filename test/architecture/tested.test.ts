import { basename, dirname } from 'node:path'
import { expect } from 'chai'
import { root } from '#test/support/sandbox.ts'
import { type Cruise, cruise } from '#test/support/source/cruise.ts'
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
  'infra/kafka-rights/main.ts': {
    because: '`image -- test` runs it on a real broker; what it gives is tested',
  },
  'infra/render/render-child.ts': {
    because: 'test/e2e/run-modes/render-process.test.ts runs it in the service',
  },
  'infra/render/render-process.ts': { runBy: 'test/e2e/run-modes/render-process.test.ts' },
  'stages/fetch/main.ts': { because: 'every end-to-end test runs it; it only wires' },
  'stages/render/main.ts': { because: 'every end-to-end test of snapshots runs it; it only wires' },
  'stages/extract/main.ts': { because: 'every end-to-end test runs it; it only wires' },
  'stages/batch/main.ts': { because: 'every end-to-end test of batches runs it; it only wires' },
  'stages/score/main.ts': { because: 'every end-to-end test of audits runs it; it only wires' },
  'gateway/cli/batch.ts': { runBy: 'test/unit/gateway/cli/batch.test.ts' },
  'gateway/cli/keys.ts': { runBy: 'test/unit/gateway/cli/keys.test.ts' },
  'shared/adapters/kafka/consumer/membership.ts': {
    because: 'test/contract/kafka/event-log.test.ts covers it: it wires a consumer of kafkajs',
  },
  'shared/adapters/redis/result-store.ts': {
    because: 'test/contract/redis/result-store.test.ts covers it: each method is one command or script',
  },
  'shared/adapters/s3/object-store.ts': {
    because: 'test/contract/minio/object-store.test.ts covers it: each method is one request',
  },
  'infra/setup/start.mjs': { runBy: 'test/unit/infra/setup/chromium.test.ts' },
  'infra/setup/tools.mjs': { runBy: 'test/unit/infra/setup/packages.test.ts' },
  'infra/setup/test.mjs': { because: 'every test run begins with it; its parts are tested' },
  'infra/setup/run-tests.ts': { runBy: 'test/unit/infra/setup/run-tests.test.ts' },
  'infra/services/prepare.ts': { because: 'every test run begins with it; it would install programs' },
  'infra/tools/interface.ts': { because: 'its parts are tested; it would run the service for minutes' },
  'infra/tools/mutants.ts': { because: 'its parts are tested; it would run unit tests for minutes' },
  'infra/tools/mutants/checkout.ts': { because: 'it only copies the checkout and starts mocha' },
  'infra/tools/check.ts': { runBy: 'test/unit/infra/tools/check.test.ts' },
  'infra/tools/dependency-cruiser.cjs': { runBy: 'test/support/source/cruise.ts' },
}

const isRunByTest = (path: string) => path in programs && 'runBy' in (programs[path] ?? {})
const isStart = (path: string) => path.startsWith('test/') || isRunByTest(path)

/** The cases of the rules test the derivations and the engine that rules share. */
const isOfRules = (from: string, to: string) =>
  /^stages\/score\/audit\/(rules|derived|engine)\//.test(from) &&
  /^stages\/score\/audit\/(derived|engine)\//.test(to)

/** The tests of facts and metadata run whole pages through the folders of one extraction. */
const isOfExtraction = (from: string, to: string) =>
  /^stages\/extract\/(facts|metadata|collectors|structured-data|technologies)\//.test(from) &&
  /^stages\/extract\/(collectors|structured-data|technologies|text)\//.test(to)

/** The folders of the batch command are parts of one program, which its tests run. */
const isOfBatchCommand = (from: string, to: string) =>
  from.startsWith('gateway/cli/batch/') && to.startsWith('gateway/cli/batch/')

/** Is `to` beside or below `from`? Composition roots import all there is, and that tests nothing. */
const isPart = (from: string, to: string) =>
  !from.endsWith('/main.ts') &&
  (to.startsWith(`${dirname(from)}/`) ||
    isOfRules(from, to) ||
    isOfExtraction(from, to) ||
    isOfBatchCommand(from, to))

describe('every source file with logic', function () {
  this.timeout(60_000)
  let seen: Cruise
  before(async () => {
    seen = await cruise(root)
  })

  /** Imported by a test (or a tool, suite or program of the tests), or a part of a file that is. */
  function tested(): Set<string> {
    const importsOf = new Map(
      seen.modules.map((file) => [file.source, file.dependencies.map((to) => to.resolved)]),
    )
    for (const [worker, starter] of workers(importsOf.keys())) importsOf.get(starter)?.push(worker)
    const found = new Set([...importsOf.keys()].filter(isStart).flatMap((path) => importsOf.get(path) ?? []))
    for (const path of found) {
      for (const to of importsOf.get(path) ?? []) if (isPart(path, to)) found.add(to)
    }
    return found
  }

  /** Threads are started by name, not imported: each with the files of its folder that name it. */
  function workers(paths: Iterable<string>): [worker: string, starter: string][] {
    const all = [...paths]
    const namers = (worker: string) =>
      all.filter(
        (path) => isPart(worker, path) && path !== worker && readSource(path).includes(basename(worker)),
      )
    return all
      .filter((path) => path.endsWith('.worker.ts'))
      .flatMap((worker) => namers(worker).map((starter): [string, string] => [worker, starter]))
  }

  it('is imported by a test, or is part of a file that is', () => {
    const known = tested()
    const files = sourceFiles().filter((path) => !(path in programs) && hasLogic(readSource(path)))
    expect(files.filter((path) => !known.has(path))).to.deep.equal([])
    expect(files.length).to.be.above(20)
  })

  for (const [path, how] of Object.entries(programs)) {
    if (!('runBy' in how)) continue
    it(`${path} is run by ${how.runBy}`, () => {
      expect(readSource(how.runBy)).to.include(path)
    })
  }

  it('that is a program exists', () => {
    expect(sourceFiles()).to.include.members(Object.keys(programs))
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
