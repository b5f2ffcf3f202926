import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { type Recipe, recipes } from '#gateway/documents/page/recipes.ts'
import { findChromium } from '#infra/setup/find-chromium.mjs'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import { workerService } from '#test/support/service/worker-service.ts'
import { openOwnSite, type TargetSite } from '#test/support/sites/target-site.ts'
import { skipLoudly } from '#test/support/skips.ts'

const run = promisify(execFile)

/** What is told of the response of each recipe. */
const expected: Readonly<Record<string, RegExp>> = {
  metadata: /"title"/,
  snapshot: /"screenshot_url"/,
  performance: /"performance_score"/,
  'seo-audit': /"scoring"/,
  crawl: /^# /m,
}

/** The commands of the documentation, as a person runs them in a shell. */
describe('recipes of the documentation', function () {
  this.timeout(180_000)
  let service: UsedService
  let site: TargetSite

  before(async function () {
    await run('curl', ['--version']).catch(() => skipLoudly(this, 'no curl to run the recipes with'))
    if (findChromium() === null) skipLoudly(this, 'no Chromium for snapshots and performance')
    service = await workerService()
    site = await openOwnSite()
  })
  after(async () => {
    await service?.close()
    await site?.close()
  })

  for (const { id, title } of recipes('')) {
    it(`${title}`, async () => {
      const all = recipes(service.url, site.url('/'))
      const { command } = all.find((one) => one.id === id) as Recipe
      const env = { ...process.env, PAGEPROBE_API_KEY: service.key }
      const { stdout } = await run('sh', ['-c', command], { env, maxBuffer: 50_000_000 })
      expect(stdout).to.match(expected[id] as RegExp)
    })
  }
})
