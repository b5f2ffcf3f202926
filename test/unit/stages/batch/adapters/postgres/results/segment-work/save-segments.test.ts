import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import type { Postgres } from '#stages/batch/adapters/postgres/connection/postgres.ts'
import { readResults } from '#stages/batch/adapters/postgres/results/read-results.ts'
import { saveSegments, sweepObjects } from '#stages/batch/adapters/postgres/results/segment-work.ts'
import { linesOf } from '#test/contract/frontier/batch-scene.ts'
import { errorLog, silentLog } from '#test/support/silent-log.ts'
import { databaseOfEachTest } from '../../database-of-test.ts'
import {
  append,
  end,
  lineOf,
  numbers,
  rangesIn,
  removeBatch,
  type StoredBatch,
  storeBatch,
} from '../batch-with-lines.ts'
import { objectsOfEachTest } from '../objects-of-test.ts'

const MIB = 1024 * 1024

describe('saveSegments', () => {
  const postgres = databaseOfEachTest()
  const objects = objectsOfEachTest()
  const options = { postgres, objects, logger: silentLog }
  let batch: StoredBatch

  beforeEach(async () => {
    batch = await storeBatch(postgres)
  })

  const large = (n: number) => lineOf(batch.id, n, 'x'.repeat(MIB))
  const segments = () => rangesIn(postgres, 'segments', batch)
  const rows = () => rangesIn(postgres, 'result_rows', batch)
  const unnamed = async () => (await postgres.query('SELECT object FROM unnamed_objects')).length
  const rowBytes = async () => (await postgres.query('SELECT row_bytes FROM batches'))[0]
  const expectLines = async (count: number) => {
    const reader = {
      readResults: (id: string, reading: Parameters<typeof readResults>[2]) =>
        readResults({ postgres, objects, readValue: async () => null }, id, reading),
    }
    expect((await linesOf(reader, batch.id)).map(({ n }) => n)).to.deep.equal(numbers(1, count))
  }
  /** An hour passes, and what is useless is swept. */
  const sweepLater = async () => {
    await postgres.query("UPDATE unnamed_objects SET made_at = made_at - interval '61 minutes'")
    while (await sweepObjects({ postgres, objects }));
  }

  it('moves rows into an object from 8 MiB on, those behind it stay', async () => {
    for (let n = 0; n < 7; n++) await append(postgres, batch, 1, large)
    expect(await saveSegments(options)).to.equal(false)
    expect(await objects.names()).to.deep.equal([])
    for (let n = 0; n < 2; n++) await append(postgres, batch, 1, large)
    expect(await saveSegments(options)).to.equal(true)
    expect([await segments(), await rows()]).to.deep.equal([[[1, 8]], [[9, 9]]])
    expect(await rowBytes()).to.deep.equal({ row_bytes: large(9).length })
    expect([(await objects.names()).length, await unnamed()]).to.deep.equal([1, 0])
    expect(await saveSegments(options)).to.equal(false)
    await expectLines(9)
  })

  it('moves the rest of a batch that has ended when it is more than 256 KiB', async () => {
    await append(postgres, batch, 2, (n) => lineOf(batch.id, n, 'x'.repeat(150_000)))
    expect(await saveSegments(options)).to.equal(false)
    await end(postgres, batch)
    expect(await saveSegments(options)).to.equal(true)
    expect([await segments(), await rows()]).to.deep.equal([[[1, 2]], []])
    await expectLines(2)
  })

  it('makes no object of a small batch', async () => {
    await append(postgres, batch, 100)
    await end(postgres, batch)
    expect(await saveSegments(options)).to.equal(false)
    expect([await objects.names(), await unnamed()]).to.deep.equal([[], 0])
    await expectLines(100)
  })

  it('moves several batches at a time', async () => {
    const other = await storeBatch(postgres)
    for (const one of [batch, other])
      await append(postgres, one, 9, (n) => lineOf(one.id, n, 'x'.repeat(MIB)))
    expect(await saveSegments(options)).to.equal(true)
    expect(await rangesIn(postgres, 'segments', other)).to.deep.equal([[1, 9]])
    expect(await segments()).to.deep.equal([[1, 9]])
  })

  describe('after a crash', () => {
    type Step = 'put' | 'transaction'
    const crash = new Error('crash')

    /** The step is the last one that is done, or the first one that is not. */
    function crashing(step: Step, isDone: boolean): typeof options {
      const fail =
        <Given extends unknown[], T>(work: (...given: Given) => Promise<T>) =>
        async (...given: Given): Promise<T> => {
          if (isDone) await work(...given)
          throw crash
        }
      if (step === 'put') return { ...options, objects: { ...objects, put: fail(objects.put) } }
      return {
        ...options,
        postgres: { ...postgres, transaction: fail(postgres.transaction) as Postgres['transaction'] },
      }
    }

    for (const step of ['put', 'transaction'] as const)
      for (const isDone of [false, true]) {
        const when = `${isDone ? 'after' : 'before'} the step ${step}`

        it(`${when}, no line is lost or repeated, and no object is left`, async () => {
          await append(postgres, batch, 9, large)
          await saveSegments(crashing(step, isDone))
          await expectLines(9)
          // The name keeps others from it for a minute.
          await saveSegments(options)
          await postgres.query("UPDATE unnamed_objects SET made_at = made_at - interval '2 minutes'")
          await saveSegments(options)
          await expectLines(9)
          expect([await segments(), await rows()]).to.deep.equal([[[1, 9]], []])
          await sweepLater()
          expect([(await objects.names()).length, await unnamed()]).to.deep.equal([1, 0])
          await expectLines(9)
        })

        it(`${when}, a batch that is removed leaves no object`, async () => {
          await append(postgres, batch, 9, large)
          await saveSegments(crashing(step, isDone))
          await removeBatch(postgres, batch)
          await sweepLater()
          expect([await objects.names(), await unnamed()]).to.deep.equal([[], 0])
        })
      }
  })

  /** The store with work to be done just before an object is stored. */
  const puttingAfter = (work: () => Promise<unknown>): Pick<ObjectStore, 'put'> => ({
    put: async (...given) => {
      await work()
      await objects.put(...given)
    },
  })

  it('lets the second of two at once change nothing, whose object is swept', async () => {
    await append(postgres, batch, 9, large)
    const second = puttingAfter(async () => {
      await postgres.query("UPDATE unnamed_objects SET made_at = made_at - interval '2 minutes'")
      expect(await saveSegments(options)).to.equal(true)
      await append(postgres, batch, 9, large)
    })
    expect(await saveSegments({ ...options, objects: second })).to.equal(false)
    expect([await segments(), await rows()]).to.deep.equal([[[1, 9]], [[10, 18]]])
    await sweepLater()
    expect(await objects.names()).to.have.length(1)
    await expectLines(18)
  })

  it('passes over a batch that another process saves', async () => {
    await append(postgres, batch, 9, large)
    const second = puttingAfter(async () => expect(await saveSegments(options)).to.equal(false))
    expect(await saveSegments({ ...options, objects: second })).to.equal(true)
    expect(await objects.names()).to.have.length(1)
  })

  it('names no object that was swept meanwhile', async () => {
    await append(postgres, batch, 9, large)
    let names: string[] = []
    const slow: Pick<ObjectStore, 'put'> = {
      put: async (...given) => {
        await objects.put(...given)
        await sweepLater()
        names = await objects.names()
      },
    }
    expect(await saveSegments({ ...options, objects: slow })).to.equal(false)
    expect([names, await segments(), await rows()]).to.deep.equal([[], [], [[1, 9]]])
    await expectLines(9)
  })

  it('names no object of a batch that is removed meanwhile', async () => {
    await append(postgres, batch, 9, large)
    const late = puttingAfter(() => removeBatch(postgres, batch))
    expect(await saveSegments({ ...options, objects: late })).to.equal(false)
    expect(await segments()).to.deep.equal([])
    await sweepLater()
    expect(await objects.names()).to.deep.equal([])
  })

  it('keeps the rows while the object store is away, of other batches too, and goes on later', async () => {
    await append(postgres, batch, 9, large)
    const away: Pick<ObjectStore, 'put'> = { put: () => Promise.reject(unavailable('object store')) }
    expect(await saveSegments({ ...options, objects: away })).to.equal(false)
    await append(postgres, batch, 1, large)
    await expectLines(10)
    await postgres.query("UPDATE unnamed_objects SET made_at = made_at - interval '2 minutes'")
    expect(await saveSegments(options)).to.equal(true)
    await expectLines(10)
  })

  it('logs an error that is none of availability', async () => {
    const { log, errors } = errorLog()
    await append(postgres, batch, 9, large)
    const broken: Pick<ObjectStore, 'put'> = {
      put: () => Promise.reject(new TypeError('Not an object name')),
    }
    expect(await saveSegments({ ...options, objects: broken, logger: log })).to.equal(false)
    expect(errors.join()).to.include('Not an object name')
  })
})
