import { startParserPool } from '#stages/extract/adapters/parser-pool.ts'
import { fetched } from '../pages.ts'
import { all, heavyPage, neverAborted, nothingAnswers, titleOf } from './parsing.ts'

/** A program that uses a pool: `leave` does not stop it, `stop` does so while a page is parsed. */
const [how = '', timeoutMs = ''] = process.argv.slice(2)
const pool = startParserPool({ threads: 2, memoryMb: 256, timeoutMs: Number(timeoutMs) })
const page = fetched('<title>answered</title>')
process.stdout.write(`${titleOf(await pool.extract(page, all, true, nothingAnswers, neverAborted))}\n`)
if (how === 'stop') {
  const running = pool.extract(heavyPage(), all, true, nothingAnswers, neverAborted)
  await Promise.all([pool.stop(), running.catch((error: Error) => process.stdout.write(error.message))])
}
