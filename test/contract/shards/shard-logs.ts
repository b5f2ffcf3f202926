import { expect } from 'chai'
import { type Outcome, resultOutcome } from '#shared/messages/events/outcome.ts'
import type { Completion } from '#stages/batch/frontier/frontier.ts'
import type { Command } from '#stages/batch/shards/commands.ts'
import type { Ending, ShardLogs } from '#stages/batch/shards/logs/shard-logs.ts'
import type { IntakeRecord } from '#stages/batch/shards/shard-store.ts'
import { eventually } from '../eventually.ts'
import { commands } from './commands.ts'

/** The logs under test. They have at least the shards 0 to 2. */
export interface ShardLogsFixture {
  readonly logs: ShardLogs
  /** Appends a command as text, which may be any. */
  appendText(shard: number, text: string): Promise<void>
  /** Ends an inspection: its outcome becomes readable, then its ending. */
  end(shard: number, completion: Completion): Promise<void>
  removeCommands(shard: number, before: number): Promise<void>
  close(): Promise<void>
}

/** The outcome of an inspection, as it is published. */
export function outcomeNamed(id: string, operation: 'metadata' | 'snapshot' = 'metadata'): Outcome {
  const url = 'http://x.example/'
  const request = { id, operation, lane: 'batch', parameters: { url }, url, expiresAt: null } as const
  const { resultAt: _, ...outcome } = resultOutcome(
    { ...request, traceparent: null, timing: 'fetch;dur=1.0' },
    JSON.stringify({ title: id }),
  )
  return outcome
}

/** The contract of all inputs of shards. */
export function shardLogsContract(name: string, open: () => Promise<ShardLogsFixture>): void {
  describe(`ShardLogs contract: ${name}`, () => {
    let fixture: ShardLogsFixture
    let logs: ShardLogs
    beforeEach(async () => {
      fixture = await open()
      logs = fixture.logs
    })
    afterEach(() => fixture?.close())

    /** All commands of a shard from the position on, page by page. */
    async function readIntake(shard: number, position = 0): Promise<IntakeRecord[]> {
      const page = await logs.intake(shard, position)
      expect(page.isGone).to.equal(false)
      if (page.isEnd) return [...page.records]
      return [...page.records, ...(await readIntake(shard, page.next))]
    }

    async function readEndings(shard: number, position = 0): Promise<Ending[]> {
      const page = await logs.endings(shard, position)
      expect(page.isGone).to.equal(false)
      if (page.isEnd) return [...page.endings]
      return [...page.endings, ...(await readEndings(shard, page.next))]
    }

    async function appendAll(shard: number, given: readonly Command[]): Promise<number[]> {
      const offsets: number[] = []
      for (const command of given) offsets.push(await logs.append(shard, command))
      return offsets
    }

    it('gives the commands of a shard in the order of their offsets, as they were appended', async () => {
      const before = Date.now()
      const offsets = await appendAll(1, commands)
      await appendAll(2, [{ kind: 'tick' }])
      const records = await readIntake(1)
      expect(records.map(({ command }) => command)).to.deep.equal(commands)
      expect(records.map(({ offset }) => offset)).to.deep.equal(offsets)
      expect(offsets).to.deep.equal(offsets.toSorted((a, b) => a - b))
      for (const { timestamp } of records) expect(timestamp).to.be.within(before, Date.now())
      expect((await readIntake(2)).map(({ command }) => command)).to.deep.equal([{ kind: 'tick' }])
      expect(await readIntake(0)).to.deep.equal([])
    })

    it('begins a page with the command of its position, and has none at the end', async () => {
      const offsets = await appendAll(0, commands)
      const second = offsets[1] as number
      expect((await readIntake(0, second)).map(({ offset }) => offset)).to.deep.equal(offsets.slice(1))
      const end = (offsets.at(-1) as number) + 1
      expect(await logs.intake(0, end)).to.deep.equal({ records: [], next: end, isGone: false, isEnd: true })
    })

    it('gives null for what is no command, at its offset', async () => {
      await fixture.appendText(0, 'no command')
      const offset = await logs.append(0, { kind: 'tick' })
      const records = await readIntake(0)
      expect(records.map(({ command }) => command)).to.deep.equal([null, { kind: 'tick' }])
      expect(records.map((record) => record.offset)).to.deep.equal([offset - 1, offset])
    })

    it('tells where commands were removed, or never were, and the first position that is left', async () => {
      const offsets = await appendAll(0, commands.slice(0, 4))
      const [, second, third, last] = offsets as [number, number, number, number]
      expect(await logs.oldest(0)).to.deep.equal({ intake: 0, ended: 0 })
      await fixture.removeCommands(0, third)
      expect(await logs.oldest(0)).to.deep.equal({ intake: third, ended: 0 })
      for (const position of [second, last + 2])
        expect(await logs.intake(0, position)).to.deep.equal({
          records: [],
          next: position,
          isGone: true,
          isEnd: false,
        })
      expect((await readIntake(0, third)).map(({ offset }) => offset)).to.deep.equal([third, last])
      expect((await logs.endings(0, 5)).isGone).to.equal(true)
    })

    it('gives the endings of a shard in order, and their outcomes in the order in which they are asked for', async () => {
      const completions: Completion[] = Array.from({ length: 25 }, (_, at) => {
        const outcome = outcomeNamed(`b.${at + 1}`, at % 2 === 0 ? 'metadata' : 'snapshot')
        return { id: `b.${at + 1}`, outcome: at % 7 === 3 ? null : outcome }
      })
      for (const completion of completions) await fixture.end(1, completion)
      await fixture.end(2, { id: 'other.1', outcome: null })
      const endings = await readEndings(1)
      expect(endings.map(({ id }) => id)).to.deep.equal(completions.map(({ id }) => id))
      expect(endings.map(({ place }) => place?.topic ?? null)).to.deep.equal(
        completions.map(({ outcome }) => outcome?.topic ?? null),
      )
      expect(await logs.load(endings)).to.deep.equal(completions)
      expect(await logs.load(endings.toReversed())).to.deep.equal(completions.toReversed())
      expect(await logs.load([])).to.deep.equal([])
      const rest = await readEndings(1, (endings[20] as Ending).offset)
      expect(rest).to.deep.equal(endings.slice(20))
    })

    it('has no outcome where the record is that of another inspection, or is not there', async () => {
      await fixture.end(0, { id: 'b.1', outcome: outcomeNamed('b.1') })
      const [ending] = (await readEndings(0)) as [Ending]
      const place = ending.place as NonNullable<Ending['place']>
      const other = { ...ending, id: 'b.2' }
      const beyond = { ...ending, place: { ...place, offset: place.offset + 1000 } }
      expect(await logs.load([other, ending, beyond, ending])).to.deep.equal([
        { id: 'b.2', outcome: null },
        { id: 'b.1', outcome: outcomeNamed('b.1') },
        { id: 'b.1', outcome: null },
        { id: 'b.1', outcome: outcomeNamed('b.1') },
      ])
    })

    it('reports new commands and endings of the shard, until it is stopped', async () => {
      const changes = { intake: 0, ended: 0 }
      let later = 0
      const stop = logs.watch(1, (input) => changes[input]++)
      const changesBy = async (input: keyof typeof changes, work: () => Promise<unknown>) => {
        const before = changes[input]
        await work()
        await eventually(() => changes[input] > before)
      }
      await changesBy('intake', () => logs.append(1, { kind: 'tick' }))
      await changesBy('ended', () => fixture.end(1, { id: 'b.1', outcome: null }))
      stop()
      const stopLater = logs.watch(2, () => later++)
      const [reported, before] = [{ ...changes }, later]
      await logs.append(1, { kind: 'tick' })
      await logs.append(2, { kind: 'tick' })
      await eventually(() => later > before)
      expect(changes).to.deep.equal(reported)
      stopLater()
    })
  })
}
