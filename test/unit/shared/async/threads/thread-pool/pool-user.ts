import { calm, samplePool } from './sample-pools.ts'

/** A program that uses a pool: `leave` does not stop it, `stop` does so during a call. */
const [how = ''] = process.argv.slice(2)
const pool = samplePool()
process.stdout.write(`${await pool.run('echo', { bytes: Buffer.from('answered') }, calm)}\n`)
if (how === 'stop') {
  const running = pool.run('spin', undefined, calm)
  await Promise.all([pool.stop(), running.catch((error: Error) => process.stdout.write(error.message))])
}
