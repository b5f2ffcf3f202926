import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureChromium } from './chromium.mjs'
import { runCommand } from './command.mjs'
import { ensurePackages } from './packages.mjs'
import { runSetup } from './progress.mjs'

/**
 * What `npm test` needs: as `npm start`, Kafka, Redis and MinIO ready to be started by the tests, and the Python packages
 * of `infra/analytics`.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))

await runSetup(async () => {
  await ensurePackages(root)
  await ensureChromium(root)
  const node = join(root, 'node_modules/.bin/node')
  await runCommand(node, [join(root, 'infra/services/prepare.ts')], { cwd: root, live: true })
})
