import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { root, type Sandbox, sandbox } from '#test/support/sandbox.ts'
import { type Cruise, cruise } from '#test/support/source/cruise.ts'
import { sourceFiles } from '#test/support/source/source-files.ts'

const SEEN_TIMEOUT_MS = 60_000
const code = 'export const value = 1\n'

const gatewayFolders = [
  'access',
  'console',
  'csv',
  'health',
  'operations',
  'server',
  'middleware',
  'inspections',
  'routes',
]

/** A file that breaks the rule and no other, and with which import. */
const violations: { rule: string; from: string; source: string }[] = [
  ...gatewayFolders.map((folder) => ({
    rule: `gateway/${folder} imports only folders below it`,
    from: `gateway/${folder}/a.ts`,
    source: `import '#gateway/app.ts'`,
  })),
  { rule: 'shared is a leaf', from: 'shared/a.ts', source: `import type {} from '#stages/fetch/page.ts'` },
  {
    rule: 'gateway knows only shared',
    from: 'gateway/a.ts',
    source: `await import('#stages/fetch/page.ts')`,
  },
  { rule: 'stages know only shared', from: 'stages/fetch/a.ts', source: `import '#gateway/app.ts'` },
  { rule: 'only infra and tests know infra', from: 'gateway/b.ts', source: `import '#infra/part.ts'` },
  { rule: 'no stage knows another', from: 'stages/fetch/b.ts', source: `import '../extract/page.ts'` },
  { rule: 'only main.ts wires', from: 'stages/fetch/c.ts', source: `import '#shared/adapters/log.ts'` },
  {
    rule: 'only main.ts wires',
    from: 'gateway/c.ts',
    source: `import type {} from '#shared/config/config.ts'`,
  },
  { rule: 'ports are pure', from: 'shared/ports/a.ts', source: `import type {} from '#shared/errors.ts'` },
  {
    rule: 'ports know answers by their types alone',
    from: 'shared/ports/b.ts',
    source: `import '#shared/operations/casing.ts'`,
  },
  {
    rule: 'async imports errors only',
    from: 'shared/async/a.ts',
    source: `import type {} from '#shared/log.ts'`,
  },
  {
    rule: 'the consumer knows no stage',
    from: 'shared/consumer/a.ts',
    source: `import type {} from '#shared/stage/run-stage.ts'`,
  },
  {
    rule: 'the consumer knows no inspections',
    from: 'shared/consumer/b.ts',
    source: `import type {} from '#shared/messages/events/inspection.ts'`,
  },
  {
    rule: 'messages know no processing',
    from: 'shared/messages/a.ts',
    source: `import type {} from '#shared/stage/run-stage.ts'`,
  },
  { rule: 'cores do no I/O', from: 'stages/fetch/d.ts', source: `import 'node:fs/promises'` },
  {
    rule: 'shared does I/O in adapters, egress and files of secrets only',
    from: 'shared/operations/a.ts',
    source: `import 'node:net'`,
  },
  {
    rule: 'the product runs without development packages',
    from: 'shared/b.ts',
    source: `import 'chai'`,
  },
  {
    rule: 'the service runs without tests and tools',
    from: 'infra/run.ts',
    source: `import './services/log.ts'`,
  },
  {
    rule: 'the console runs in a browser: of the service it knows ports, parts of a report and types alone',
    from: 'gateway/console/app/a.ts',
    source: `import '#shared/errors.ts'`,
  },
  {
    rule: 'the console runs in a browser: it has no modules of Node.js',
    from: 'gateway/console/app/b.ts',
    source: `import 'node:path'`,
  },
  { rule: 'no cycles', from: 'shared/c.ts', source: `import './z.ts'` },
  { rule: 'everything resolves', from: 'shared/d.ts', source: `import './missing.ts'` },
  {
    rule: 'no adapter knows another technology',
    from: 'shared/adapters/redis/a.ts',
    source: `import '../sqlite/database.ts'`,
  },
  {
    rule: 'the Kafka protocol knows no client',
    from: 'shared/adapters/kafka/protocol/a.ts',
    source: `import type {} from '../connection/broker.ts'`,
  },
]

/** Files that the others import, and what is allowed. */
const allowed: Record<string, string> = {
  'stages/fetch/page.ts': code,
  'stages/extract/page.ts': code,
  'gateway/app.ts': code,
  'gateway/console/app/types.ts': `import type {} from '#shared/errors.ts'`,
  'infra/part.ts': code,
  'infra/services/log.ts': `import '#test/support/a.ts'`,
  'test/support/a.ts': code,
  'shared/errors.ts': code,
  'shared/operations/casing.ts': code,
  'shared/ports/batches.ts': `import type {} from '#shared/operations/casing.ts'`,
  'shared/log.ts': code,
  'shared/stage/run-stage.ts': `import '#shared/consumer/consumer.ts'`,
  'shared/consumer/consumer.ts': `import '#shared/messages/topics.ts'`,
  'shared/messages/topics.ts': code,
  'shared/messages/events/inspection.ts': code,
  'shared/async/retry.ts': `import '#shared/errors.ts'`,
  'shared/config/config.ts': code,
  'shared/adapters/log.ts': `import 'node:fs'`,
  'shared/adapters/sqlite/database.ts': `import '../common/record-size.ts'`,
  'shared/adapters/common/record-size.ts': code,
  'shared/adapters/kafka/connection/broker.ts': `import '../protocol/batch.ts'`,
  'shared/adapters/kafka/protocol/batch.ts': code,
  'shared/z.ts': `import './c.ts'`,
  'shared/egress/policy/target-decision.ts': `import 'node:dns'`,
  'shared/ports/log.ts': `import type {} from '#shared/egress/policy/target-decision.ts'`,
  'stages/fetch/main.ts': `import '#shared/config/config.ts'\nimport 'node:fs'`,
  'stages/fetch/adapters/http.ts': `import 'node:net'`,
  'gateway/cli/keys.ts': `import '#shared/adapters/log.ts'`,
  'infra/main.ts': `import '#stages/fetch/page.ts'\nimport '#gateway/app.ts'`,
  'test/a.test.ts': `import '#infra/part.ts'\nimport 'chai'\nimport '#stages/fetch/page.ts'`,
}

describe('directions', function () {
  this.timeout(SEEN_TIMEOUT_MS)

  describe('of this code', () => {
    let seen: Cruise
    before(async () => {
      seen = await cruise(root)
    })

    it('break no rule', () => {
      expect(
        seen.summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} -> ${to}`),
      ).to.deep.equal([])
    })

    it('were read from every file there is', () => {
      const files = sourceFiles(['gateway', 'stages', 'shared', 'infra', 'test'])
      expect(seen.modules.map(({ source }) => source)).to.include.members(files)
      expect(seen.summary.totalCruised).to.be.at.least(files.length)
      expect(files.length).to.be.above(50)
    })
  })

  describe('of code that breaks the rules', () => {
    let box: Sandbox
    let seen: Cruise
    before(async () => {
      box = await sandbox()
      await box.copy('package.json')
      await symlink(join(root, 'node_modules'), join(box.folder, 'node_modules'))
      for (const { from, source } of violations) await box.write(from, source)
      for (const [path, source] of Object.entries(allowed)) await box.write(path, source)
      seen = await cruise(box.folder)
    })
    after(() => box.remove())

    const brokenBy = (file: string) =>
      seen.summary.violations.filter(({ from }) => from === file).map(({ rule }) => rule.name)

    for (const { rule, from, source } of violations) {
      it(`are reported: ${rule} (${source})`, () => {
        expect(brokenBy(from)).to.deep.equal([rule])
      })
    }

    for (const file of Object.keys(allowed)) {
      it(`leave ${file} alone`, () => {
        expect(brokenBy(file)).to.deep.equal([])
      })
    }

    it('were tried for every rule', async () => {
      const { default: config } = await import('#infra/tools/dependency-cruiser.cjs' as string)
      const rules = config.forbidden.map(({ name }: { name: string }) => name)
      expect([...new Set(violations.map(({ rule }) => rule))]).to.have.members(rules)
    })
  })
})
