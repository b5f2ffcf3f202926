import { FRONTIER_SCHEMA, SITE_SCHEMA } from '../schema/frontier-schema.ts'
import { stateOf } from './errors.ts'
import type { Postgres, Session } from './postgres.ts'

/** A step from one version of the schema to the next. */
export interface Migration {
  /** 1, 2, 3, … without gap. */
  readonly version: number
  /**
   * The oldest program that works with the schema after this step, by the version that it knows itself. In a rolling update
   * the program before runs beside the new one: a step that it cannot work with comes in the release after the next.
   */
  readonly oldestProgram: number
  readonly statements: string
}

const migrations: readonly Migration[] = [
  { version: 1, oldestProgram: 1, statements: FRONTIER_SCHEMA + SITE_SCHEMA },
]

/** The schema is for newer programs alone. */
class NewerSchema extends Error {
  override readonly name = 'NewerSchema'
}

/** Row 0 is there to be locked: of parts that start together, one migrates. */
const VERSIONS = `
  CREATE TABLE IF NOT EXISTS schema_versions (version int PRIMARY KEY, oldest_program int NOT NULL);
  INSERT INTO schema_versions VALUES (0, 0) ON CONFLICT DO NOTHING
`
const LOCK = 'SELECT version FROM schema_versions WHERE version = 0 FOR UPDATE'
const NEWEST = 'SELECT version, oldest_program FROM schema_versions ORDER BY version DESC LIMIT 1'
/** What another part has made in this moment: unique violation (in the system's tables), duplicate table, duplicate type. */
const MADE_MEANWHILE = ['23505', '42P07', '42710']
/** Of several parts that start at once, one may meet another more than once. */
const MOST_TRIES = 10

/**
 * Brings the schema to the newest version that this program knows, in one transaction. Any number of parts may call it at
 * once. Rejects with the versions when the schema is for newer programs alone, and with `SERVICE_UNAVAILABLE` while the
 * database is away.
 */
export async function migrate(database: Postgres, steps: readonly Migration[] = migrations): Promise<void> {
  await makeVersions(database)
  const work = async (session: Session) => {
    await session.query(LOCK)
    const version = await checkedVersion(session, steps.length)
    for (const step of steps.slice(version)) {
      await session.query(step.statements)
      await session.query('INSERT INTO schema_versions VALUES ($1, $2)', [step.version, step.oldestProgram])
    }
  }
  await database.transaction(work, { isUnlimited: true }) // another part may migrate large tables
}

async function makeVersions(database: Postgres): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await database.query(VERSIONS)
      return
    } catch (error) {
      if (tries === MOST_TRIES || !MADE_MEANWHILE.includes(stateOf(error) ?? '')) throw error
    }
  }
}

/** The version of the schema. `known` is the newest one that this program knows. */
async function checkedVersion(session: Session, known: number): Promise<number> {
  const [newest] = await session.query<{ version: number; oldest_program: number }>(NEWEST)
  const { version = 0, oldest_program: oldest = 0 } = newest ?? {}
  if (known >= oldest) return version
  throw new NewerSchema(
    `The schema in the database of batches has version ${version}, which programs use that know version ${oldest} or a later one. This program knows ${known}: start a newer one`,
  )
}
