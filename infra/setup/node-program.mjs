import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const PROGRAM = 'node_modules/.bin/node'
/** SHA-256 of the program for each platform. */
const DIGESTS = 'infra/setup/node-digests.json'

/**
 * Throws unless the installed Node.js is the known program of this platform. The install script of the npm package `node` downloads it
 * from a package that no lock file covers, so npm does not compare it with anything of this repository.
 */
export function verifyNodeProgram(root) {
  const file = join(root, PROGRAM)
  if (!existsSync(file))
    throw new Error(`npm did not set up ${PROGRAM}: are install scripts forbidden (ignore-scripts)?`)
  const platform = `${process.platform}-${process.arch}`
  const expected = JSON.parse(readFileSync(join(root, DIGESTS), 'utf8')).sha256[platform]
  if (expected === undefined) throw new Error(`${DIGESTS} has no Node.js for ${platform}`)
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex')
  if (digest !== expected) throw new Error(`${PROGRAM} is not the Node.js of ${DIGESTS}: SHA-256 ${digest}`)
}
