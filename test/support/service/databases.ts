import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { atWorkerEnd } from '../worker/at-worker-end.ts'

/**
 * Makes an empty database on the server of this URL, whose role may make databases; resolves with the URL of the database.
 * It is dropped with the worker: services of suites may use it until then.
 */
export async function freshDatabase(serverUrl: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runAlone(serverUrl, `CREATE DATABASE ${name}`)
  atWorkerEnd(() => runAlone(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Runs a statement on a connection of its own. */
async function runAlone(url: string, text: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
