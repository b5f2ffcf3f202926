import { calm, holding, samplePool } from './sample-pools.ts'

/** Time limit of a call, in milliseconds: shorter than this program is suspended. */
const timeoutMs = 400

/** A program that uses a pool: `leave` does not stop it, `stop` does so during a call, `suspend` stops itself then. */
const [how = ''] = process.argv.slice(2)
const pool = samplePool(how === 'suspend' ? { timeoutMs } : {})
process.stdout.write(`${await pool.run('echo', { bytes: Buffer.from('answered') }, calm)}\n`)
if (how === 'stop') {
  const running = pool.run('spin', undefined, calm)
  await Promise.all([pool.stop(), running.catch((error: Error) => process.stdout.write(error.message))])
}
if (how === 'suspend') {
  const { release, ended } = holding(pool)
  process.kill(process.pid, 'SIGSTOP')
  release()
  process.stdout.write(await ended.then(() => 'ended', String))
}
