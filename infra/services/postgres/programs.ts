import { existsSync, globSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { runCommand, succeeds } from '../command.ts'

/** Debian's packages keep the programs of each version here, outside of PATH. */
const DEBIAN_FOLDERS = '/usr/lib/postgresql/*/bin'
/** The server refuses to run as root: the first of these users that the machine has runs it. */
const USERS = ['postgres', 'nobody']

export type ProgramName = 'initdb' | 'postgres' | 'pg_basebackup' | 'pg_ctl' | 'pg_isready' | 'psql'

/** Programs of a PostgreSQL server, with the user who may run them. */
export interface ServerPrograms {
  /** Command line of a program, to be run by the unprivileged user. */
  command(name: ProgramName): readonly string[]
  /** Makes a folder that this process created the unprivileged user's. */
  own(folder: string): Promise<void>
}

/**
 * The folder of the programs: where the `initdb` of PATH really is (others may not be linked), else the newest of Debian's
 * packages; null without any.
 */
export function programFolder(path = process.env.PATH ?? '', debian = DEBIAN_FOLDERS): string | null {
  const has = (folder: string) => existsSync(join(folder, 'initdb'))
  const inPath = path.split(delimiter).find(has)
  if (inPath !== undefined) return dirname(realpathSync(join(inPath, 'initdb')))
  return (
    globSync(debian)
      .filter(has)
      .sort((a, b) => versionOf(a) - versionOf(b))
      .at(-1) ?? null
  )
}

function versionOf(folder: string): number {
  return Number(folder.split('/').at(-2))
}

/** Rejects when there are no programs, or this process is root and there is no other user. */
export async function serverPrograms(): Promise<ServerPrograms> {
  const folder = programFolder()
  if (folder === null) throw new Error('there are no programs of PostgreSQL')
  const user = process.getuid?.() === 0 ? await unprivilegedUser() : null
  const asUser = user === null ? [] : ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups']
  return {
    command: (name) => [...asUser, join(folder, name)],
    async own(owned) {
      if (user !== null) await runCommand('chown', ['-R', `${user}:`, owned])
    },
  }
}

async function unprivilegedUser(): Promise<string> {
  for (const user of USERS) if (await succeeds('id', ['-u', user])) return user
  throw new Error('PostgreSQL does not run as root, and there is no other user')
}
