import type { Session } from './connection/session.ts'

const INSERT = 'INSERT INTO secrets VALUES ($1, $2) ON CONFLICT DO NOTHING'
const FIND = 'SELECT value FROM secrets WHERE name = $1'

/** Returns the secret that all processes share by this name: `made` where there is none yet. */
export async function storedSecret(session: Session, name: string, made: string): Promise<string> {
  await session.query(INSERT, [name, made])
  const [found] = await session.query<{ value: string }>(FIND, [name])
  return found?.value ?? made
}
