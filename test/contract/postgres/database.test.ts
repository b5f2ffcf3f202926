import { expect } from 'chai'
import { isUnavailable } from '#shared/errors.ts'
import { noMetrics } from '#shared/telemetry/metrics.ts'
import {
  openPostgres,
  type Postgres,
  type PostgresOptions,
} from '#stages/batch/adapters/postgres/connection/postgres.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { sharedPostgres } from '#test/support/service/services.ts'

describe('a database in PostgreSQL', () => {
  const server = sharedPostgres()
  const opened: Postgres[] = []
  let warnings: string[]
  let database: Postgres

  function open(options: Partial<PostgresOptions> = {}): Postgres {
    const log = { info() {}, warn: (_: unknown, message: string) => void warnings.push(message) }
    const url = server.env.POSTGRES_URL ?? ''
    const one = openPostgres({ url, connections: 4, metrics: noMetrics, log, ...options })
    opened.push(one)
    return one
  }

  before(async () => {
    warnings = []
    await open().query('CREATE TABLE kept (n bigint PRIMARY KEY, text text)')
  })
  beforeEach(async () => {
    warnings = []
    database = open()
    await database.query('DELETE FROM kept')
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()))
  })

  const rows = () => database.query<{ n: number }>('SELECT n FROM kept ORDER BY n')

  describe('values', () => {
    it('arrive as numbers, buffers, dates and texts', async () => {
      const [row] = await database.query(
        `SELECT $1::bigint AS int8, $2::bytea AS bytea, $3::timestamptz AS at, '{"a": 1}'::json AS json, '[1]'::jsonb AS jsonb,
          $4::bigint[] AS int8s, '{}'::bigint[] AS none, count(*) AS counted, NULL::bigint AS empty FROM kept`,
        [9007199254740991, Buffer.from([0, 255]), new Date('2026-01-02T03:04:05.678Z'), [1, 2]],
      )
      expect(row).to.deep.equal({
        int8: 9007199254740991,
        bytea: Buffer.from([0, 255]),
        at: new Date('2026-01-02T03:04:05.678Z'),
        json: '{"a": 1}',
        jsonb: '[1]',
        int8s: [1, 2],
        none: [],
        counted: 0,
        empty: null,
      })
    })

    it('go in as arrays, with nulls, quotes and bytes', async () => {
      const texts = ['plain', 'a "quoted", one', 'back\\slash', '{brace}', null, 'äöü 漢字 😀', '', 'NULL']
      const bytes = [
        Buffer.from('x'),
        Buffer.alloc(0),
        null,
        Buffer.from([0, 1, 255]),
        ...Array(4).fill(Buffer.from('y')),
      ]
      const answer = await database.query(
        'SELECT text, bytes, n FROM unnest($1::text[], $2::bytea[], $3::bigint[]) AS t (text, bytes, n)',
        [texts, bytes, texts.map((_, at) => at)],
      )
      expect(answer).to.deep.equal(texts.map((text, n) => ({ text, bytes: bytes[n], n })))
    })

    it('of text have U+FFFD for U+0000, which PostgreSQL has not', async () => {
      const answer = await database.query('SELECT $1::text AS one, $2::text[] AS many', ['a\0b', ['\0', 'c']])
      expect(answer).to.deep.equal([{ one: 'a\u{fffd}b', many: ['\u{fffd}', 'c'] }])
    })
  })

  describe('a transaction', () => {
    it('is kept when its work is done, and leaves nothing when that fails', async () => {
      const result = await database.transaction(async (session) => {
        await session.query('INSERT INTO kept VALUES ($1)', [1])
        return 'done'
      })
      expect(result).to.equal('done')
      const failing = database.transaction(async (session) => {
        await session.query('INSERT INTO kept VALUES ($1)', [2])
        throw new RangeError('of the work')
      })
      expect(await rejectionOf(failing)).to.be.instanceOf(RangeError)
      expect(await rows()).to.deep.equal([{ n: 1 }])
    })

    it('that goes on after a statement has failed is not taken for kept', async () => {
      const failing = database.transaction(async (session) => {
        await session.query('INSERT INTO kept VALUES ($1)', [1])
        await session.query('SELECT 1 / $1::int', [0]).catch(() => undefined)
      })
      expect(String(await rejectionOf(failing))).to.include('rolled back')
      expect(await rows()).to.deep.equal([])
    })

    it('takes no statement after its end', async () => {
      const session = await database.transaction(async (one) => one)
      const late = session.query('INSERT INTO kept VALUES ($1)', [1])
      expect(String(await rejectionOf(late))).to.include('has ended')
      expect(await rows()).to.deep.equal([])
    })

    it('that deadlocks with another one is done again', async () => {
      await database.query('INSERT INTO kept SELECT * FROM unnest($1::bigint[], $2::text[])', [
        [1, 2],
        ['', ''],
      ])
      const both = Promise.withResolvers<void>()
      let begun = 0
      let runs = 0
      const crossing = (order: readonly number[], name: string) =>
        database.transaction(async (session) => {
          runs++
          await session.query('UPDATE kept SET text = text || $2 WHERE n = $1', [order[0], name])
          if (++begun === 2) both.resolve()
          await both.promise
          await session.query('UPDATE kept SET text = text || $2 WHERE n = $1', [order[1], name])
        })
      await Promise.all([crossing([1, 2], 'a'), crossing([2, 1], 'b')])
      expect(runs).to.equal(3)
      const texts = await database.query<{ text: string }>('SELECT text FROM kept')
      for (const { text } of texts) expect([...text].sort()).to.deep.equal(['a', 'b'])
    })

    it('may be one that a crash of the server loses', async () => {
      const setting = async (isRelaxed?: boolean) => {
        const read = (session: Pick<Postgres, 'query'>) =>
          session.query<{ s: string }>("SELECT current_setting('synchronous_commit') AS s")
        const [row] = await database.transaction(read, isRelaxed === undefined ? {} : { isRelaxed })
        return row?.s
      }
      expect(await setting()).to.equal('on')
      expect(await setting(true)).to.equal('off')
      expect(await setting(false)).to.equal('on')
    })
  })

  describe('connections', () => {
    it('are bounded: a call waits for one, and is refused when none becomes free', async () => {
      const small = open({ connections: 1 })
      const held = Promise.withResolvers<void>()
      const began = Promise.withResolvers<void>()
      const holding = small.transaction(async () => {
        began.resolve()
        await held.promise
      })
      await began.promise
      const refused = await rejectionOf(small.query('SELECT 1 AS one'))
      expect(isUnavailable(refused)).to.equal(true)
      expect(String((refused as Error).cause)).to.include('no connection became free')
      const waiting = small.query('SELECT 1 AS one')
      held.resolve()
      await holding
      expect(await waiting).to.deep.equal([{ one: 1 }])
    })

    it('that the server has ended while nobody used them are replaced unnoticed', async () => {
      await Promise.all(Array.from({ length: 4 }, () => database.query('SELECT pg_sleep(0.05)')))
      const ended = await open().query<{ ended: number }>(
        `SELECT count(pg_terminate_backend(pid, 5000)) AS ended FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      )
      expect(ended[0]?.ended).to.be.at.least(4)
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => database.query('SELECT 1 AS one').catch(String)),
      )
      expect(answers).to.deep.equal(Array(8).fill([{ one: 1 }]))
    })

    it('to a server that has become read-only are dropped', async () => {
      const one = open({ connections: 1 })
      await one.query('SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY')
      expect(isUnavailable(await rejectionOf(one.query('INSERT INTO kept VALUES ($1)', [1])))).to.equal(true)
      await one.query('INSERT INTO kept VALUES ($1)', [2])
      expect(await rows()).to.deep.equal([{ n: 2 }])
    })

    it('that a session of another transaction stands behind, by a pooler, prepare no more statements', async () => {
      const one = open({ connections: 1 })
      const text = 'SELECT $1::int AS one'
      await one.query(text, [1])
      await one.query('DEALLOCATE ALL')
      expect(await one.query(text, [1])).to.deep.equal([{ one: 1 }])
      expect(warnings.length).to.equal(1)
      await one.query('DEALLOCATE ALL')
      expect(await one.query(text, [1])).to.deep.equal([{ one: 1 }])
      expect(await one.query('SELECT count(*) AS prepared FROM pg_prepared_statements')).to.deep.equal([
        { prepared: 0 },
      ])
      expect(warnings.length).to.equal(1)
    })

    it('know of a table that has got a column', async () => {
      const one = open({ connections: 2 })
      await one.query('CREATE TABLE changing (n int)')
      const read = () => one.query('SELECT * FROM changing WHERE $1::int = 1', [1])
      await Promise.all([read(), read()])
      await one.query('ALTER TABLE changing ADD COLUMN more int')
      await one.query('INSERT INTO changing VALUES (1, 2)')
      expect(await Promise.all([read(), read()])).to.deep.equal(Array(2).fill([{ n: 1, more: 2 }]))
    })
  })

  describe('errors', () => {
    const raised = (code: string) =>
      database.query(`DO $$ BEGIN RAISE EXCEPTION 'simulated' USING ERRCODE = '${code}'; END $$`)
    const codes = {
      'a full disk': '53100',
      'too many connections': '53300',
      'an administrator': '57P01',
      'a statement timeout': '57014',
    }
    for (const [what, code] of Object.entries(codes)) {
      it(`of ${what} are an unavailable service`, async () => {
        expect(isUnavailable(await rejectionOf(raised(code)))).to.equal(true)
        expect(await rows()).to.deep.equal([])
      })
    }

    it('of the statement itself are what the server says', async () => {
      await database.query('INSERT INTO kept VALUES ($1)', [1])
      const error = await rejectionOf(database.query('INSERT INTO kept VALUES ($1)', [1]))
      expect(error).to.include({ code: '23505' }) // unique_violation
    })

    it('of a conflict that does not end are an unavailable service', async () => {
      let runs = 0
      const conflict = database.transaction(async (session) => {
        runs++
        await session.query("DO $$ BEGIN RAISE EXCEPTION 'simulated' USING ERRCODE = '40001'; END $$")
      })
      expect(isUnavailable(await rejectionOf(conflict))).to.equal(true)
      expect(runs).to.equal(5)
    })

    it('of a wrong password and of no server are an unavailable service, with the reason in the cause', async () => {
      const url = new URL(server.env.POSTGRES_URL ?? '')
      url.password = 'wrong'
      const refused = await rejectionOf(open({ url: url.href }).query('SELECT 1'))
      expect(isUnavailable(refused)).to.equal(true)
      expect(String((refused as Error).cause))
        .to.include('postgres: ')
        .and.to.include('password authentication failed')
      const nobody = await rejectionOf(open({ url: 'postgres://a@127.0.0.1:1/b' }).query('SELECT 1'))
      expect(isUnavailable(nobody)).to.equal(true)
      expect(String((nobody as Error).cause)).to.include('127.0.0.1:1: connect ECONNREFUSED')
      expect(warnings).to.deep.equal(Array(2).fill('The database is away'))
    })
  })
})
